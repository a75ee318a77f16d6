"""What `fairdrop doctor` looks at: each check answers with findings, and changes nothing."""
