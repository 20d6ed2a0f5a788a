"""Text to lines of the terminal: blocks, roles and themes, and the page that paints them."""
