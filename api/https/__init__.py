"""https in a home: an authority that can vouch for nothing but this home, and the certificate it issues."""
