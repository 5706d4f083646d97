// Asking the host. Every refusal is a Problem with a sentence in the chosen language.
import { host } from '$host';
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
  return JSON.parse(await text(lang, path, body)) as T;
}

/** The same where the answer is no JSON: a file. */
export async function text(lang: Lang, path: string, body?: unknown): Promise<string> {
  const answer = await host.ask(`${path}${path.includes('?') ? '&' : '?'}lang=${lang}`, body).catch(() => undefined);
  if (!answer) throw new Refused(NOWHERE, 0);
  if (answer.status >= 400) throw new Refused(problemIn(answer.body), answer.status);
  return answer.body;
}
function problemIn(body: string): Problem {
  try {
    return (JSON.parse(body) as { problem?: Problem }).problem ?? NOWHERE;
  } catch {
    return NOWHERE;
  }
}
