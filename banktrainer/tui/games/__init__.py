"""The screens of drills and of the games made of them."""
