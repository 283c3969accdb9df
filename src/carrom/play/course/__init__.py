"""The lessons, one file each. A file binds `LESSON` (docs/how-to/add-a-lesson.md)."""
