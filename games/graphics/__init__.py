"""What games draw with: SVG, one theme, charts, the width of letters."""
