"""Nothing but arrays is asked of it."""
