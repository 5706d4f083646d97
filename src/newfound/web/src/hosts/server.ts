// The server that this page came from.
import type { Host } from './host';

export const host: Host = {
  alone: false,
  picture: (game) => `/api/games/${game}/picture`,
  figure: (game, name, night) => `/api/rules/${game}/figures/${name}?night=${night}`,
  ask: async (path, body) => {
    const how: RequestInit = body === undefined ? {} : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const answer = await fetch(`/api/${path}`, how);
    return { status: answer.status, body: await answer.text() };
  },
  connect: (path) => new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/${path}`),
  place: () => ({ path: location.pathname, query: location.search }),
  href: (path) => path,
};
