"""What every host of a table does, be it a server or a browser by itself: tables, stories, frames, answers, files. No storage, no wire."""
