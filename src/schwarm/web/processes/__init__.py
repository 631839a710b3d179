"""The page in several processes, with the referee in its own: what they say to each other, and who starts them."""
