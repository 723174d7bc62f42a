"""Who works when: a fair week, drafted by plain rules and explained."""
