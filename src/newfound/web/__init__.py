"""The shell of the web app: TypeScript, its sentences, and what is built of them. No rule of a game; Python only to make types."""
