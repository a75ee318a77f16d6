"""How the cell reader's weights are made: faces from rendered scenes, a small net, its export. See README.md here."""
