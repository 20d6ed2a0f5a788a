"""Packs for other programs: Anki, GIFT (Moodle), CSV and Markdown to print."""
