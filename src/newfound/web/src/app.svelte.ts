// What the whole page knows: the language, the theme, the address, the guest, the games, the catalogs.
import { host } from '$host';
import { MediaQuery } from 'svelte/reactivity';
import { ask, Refused } from './api';
import type { Games, Lang } from './frames';
import { Catalog } from './text';

const LANGUAGES: Lang[] = ['en', 'fr', 'de'];
type Theme = 'auto' | 'light' | 'dark';
export const PACES = ['slow', 'normal', 'quick', 'step'] as const;
export type Pace = (typeof PACES)[number];

export function kept(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // storage may be forbidden; the page works without
  }
}
export function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // the same
  }
}

function firstLanguage(): Lang {
  const wanted = [kept('newfound.lang'), ...navigator.languages].map((tag) => tag?.slice(0, 2));
  return (wanted.find((tag) => LANGUAGES.includes(tag as Lang)) as Lang) ?? 'en';
}

class App {
  lang = $state<Lang>('en');
  catalog = $state.raw(new Catalog('en', {}));
  theme = $state<Theme>('auto');
  sound = $state(false);
  /** How others' moves are followed. */
  pace = $state<Pace>('normal');
  path = $state(host.place().path);
  query = $state.raw(new URLSearchParams(host.place().query));
  games = $state.raw<Games>();
  name = $state<string>();
  problem = $state<string>();
  /** Whether what was pressed last was pressed by a key: then the next page begins with the focus where one goes on. */
  keyboard = false;
  /** The game that somebody is about to play. */
  wanted = $state<string>();
  private catalogs = new Map<string, Promise<Catalog>>();
  private night = new MediaQuery('(prefers-color-scheme: dark)');
  private print = new MediaQuery('print');

  /** Paper is always light. */
  get dark(): boolean {
    return !this.print.current && (this.theme === 'auto' ? this.night.current : this.theme === 'dark');
  }
  /** For dates and numbers: the browser's own variant of the language, where it is one. */
  get locale(): string {
    return navigator.languages.find((tag) => tag.startsWith(this.lang)) ?? this.lang;
  }
  /** The bots that people are offered, weakest first: those that the shell has a word for. */
  get levels(): string[] {
    return this.games?.levels.filter((level) => this.catalog.has(`web.level.${level}`)) ?? [];
  }
  /** Those beside them, who play in a way of their own. */
  get characters(): string[] {
    return this.games?.characters.filter((one) => this.catalog.has(`web.level.${one}`)) ?? [];
  }
  /** The one to begin with: in the middle. */
  get level(): string {
    return this.levels[Math.floor((this.levels.length - 1) / 2)] ?? 'random';
  }
  t = (key: string, values: Record<string, unknown> = {}): string => this.catalog.say(key, values);

  async start(): Promise<void> {
    this.theme = (kept('newfound.theme') as Theme | null) ?? 'auto';
    this.sound = kept('newfound.sound') === 'on';
    this.pace = PACES.find((pace) => pace === kept('newfound.pace')) ?? 'normal';
    this.wear();
    $effect.root(() => {
      $effect(() => this.wear());
    });
    addEventListener('popstate', () => this.arrive());
    await this.speak(firstLanguage());
    this.name = (await ask<{ guest: { name: string } | null }>(this.lang, 'me').catch(() => null))?.guest?.name;
  }
  async speak(lang: Lang): Promise<void> {
    const [catalog, games] = await Promise.all([this.catalogOf('', lang), ask<Games>(lang, 'games')]);
    this.catalog = catalog;
    this.games = games;
    this.lang = lang;
    document.documentElement.lang = lang;
  }
  async choose(lang: Lang): Promise<void> {
    keep('newfound.lang', lang);
    await this.speak(lang);
    if (this.name && !host.alone) await ask(lang, 'me/reminders', {}).catch(() => undefined); // reminders speak it too
  }
  /** The sentences of the shell, or those and a game's; or of its lessons. */
  catalogOf(game: string, lang: Lang, lessons = false): Promise<Catalog> {
    const path = lessons ? `lessons/${game}/text/${lang}` : game ? `text/${game}/${lang}` : `text/${lang}`;
    let found = this.catalogs.get(path);
    if (!found) {
      found = ask<{ entries: Record<string, string> }>(lang, path).then(({ entries }) => new Catalog(lang, entries));
      found.catch(() => this.catalogs.delete(path));
      this.catalogs.set(path, found);
    }
    return found;
  }
  wearTheme(theme: Theme): void {
    this.theme = theme;
    keep('newfound.theme', theme);
  }
  ring(sound: boolean): void {
    this.sound = sound;
    keep('newfound.sound', sound ? 'on' : 'off');
  }
  walk(pace: Pace): void {
    this.pace = pace;
    keep('newfound.pace', pace);
  }
  go(path: string): void {
    history.pushState(null, '', host.href(path));
    this.arrive();
    scrollTo(0, 0);
  }
  /** A guest has a name before sitting down; whoever has none yet gets a friendly one. */
  async guest(name?: string): Promise<string> {
    if (this.name && !name) return this.name;
    const called = name || this.t('web.guest');
    const { guest } = await ask<{ guest: { name: string } }>(this.lang, 'me', { name: called });
    this.name = guest.name;
    return guest.name;
  }
  /** Runs something that may be refused; the reason is shown, nothing is lost. */
  async attempt<T>(doing: () => Promise<T>): Promise<T | undefined> {
    try {
      this.problem = undefined;
      return await doing();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.problem = error.problem.sentence || this.t(error.problem.key);
      return undefined;
    }
  }
  ask = <T>(path: string, body?: unknown): Promise<T> => ask<T>(this.lang, path, body);

  private arrive(): void {
    const { path, query } = host.place();
    this.path = path;
    this.query = new URLSearchParams(query);
    this.problem = undefined;
  }
  private wear(): void {
    document.documentElement.dataset['theme'] = this.dark ? 'dark' : 'light';
  }
}

export const app = new App();
