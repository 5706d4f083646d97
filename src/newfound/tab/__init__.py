"""The host of a browser by itself: tables of whoever sits before it and of bots, kept in the browser. No server; the same protocol."""
