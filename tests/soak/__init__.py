"""Nothing lost, by the thousand: `make soak` kills what runs contests and serves games, and looks at what is left."""
