"""What a person does once per set-up: empty board, lens, colours, mirror. May import `vision`, never `api`."""
