// Asking the server over HTTP. Every refusal is a Problem with a sentence in the chosen language.
import type { Lang, Problem } from './frames';

export class Refused extends Error {
  constructor(
    readonly problem: Problem,
    readonly status: number,
  ) {
    super(problem.sentence);
  }
}

const NOWHERE: Problem = { key: 'web.offline', values: {}, clause: '', cells: [], sentence: '' };

export async function ask<T>(lang: Lang, path: string, body?: unknown): Promise<T> {
  const address = `/api/${path}${path.includes('?') ? '&' : '?'}lang=${lang}`;
  const how: RequestInit = body === undefined ? {} : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  let answer: Response;
  try {
    answer = await fetch(address, how);
  } catch {
    throw new Refused(NOWHERE, 0);
  }
  const told = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Refused(told.problem ?? NOWHERE, answer.status);
  return told as T;
}
