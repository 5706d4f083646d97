// Which host this build talks to: vite.config.ts says.
declare module '$host' {
  export const host: import('./host').Host;
}
