"""The project's benchmark: this project beside the recipes that people copy, on the same messages, with the truth."""
