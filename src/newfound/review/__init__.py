"""What happened in a match, and why: what decisions cost, what luck gave, the reasons. Nothing is kept here, no process, no web."""
