"""The board on the page: positions and games as JSON, pictures, and the widget that shows them. Knows no live games."""
