"""Every way in: the command line, HTTP and the page. May import all other packages; nothing imports it."""
