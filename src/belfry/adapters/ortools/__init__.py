"""What OR-Tools does for Belfry: it proves how full a week can be."""
