"""Games that are on: playing, watching, the exhibition."""
