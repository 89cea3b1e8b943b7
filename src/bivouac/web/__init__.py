"""The browser client: plain ES modules, no build step."""
