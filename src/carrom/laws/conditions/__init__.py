"""When each clause of a document applies: a condition on the stroke as it was ruled, one module for each document."""
