"""What every page has: middleware, access, language, responses, live feeds, the guide, the base template."""
