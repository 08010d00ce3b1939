"""The soak test: histories whose runs are killed at any moment (`make soak`)."""
