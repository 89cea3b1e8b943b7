"""The web application: home, live table, store. See docs/server.md."""
