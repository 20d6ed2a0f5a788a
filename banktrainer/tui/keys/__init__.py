"""Every key of the app in one table, keys of one's own, and the bar that names them."""
