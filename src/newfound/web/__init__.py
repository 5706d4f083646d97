"""The shell of the web app: TypeScript, its sentences, and what is built of them. No Python, and no rule of a game."""
