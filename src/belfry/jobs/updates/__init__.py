"""What customers are told about their jobs: facts, wordings, the fence, and who approved what."""
