"""Drawing tools for games: SVG, the theme, charts, and the width of letters."""
