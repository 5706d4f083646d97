// Where the games lie on the first page: on the map, or listed below it.

export interface Charted<T> {
  there: { game: T; x: number; y: number }[];
  below: T[];
}

// How far apart two cards must be not to touch, in hundredths of the map, on the smallest screen that shows it.
const [WIDE, HIGH] = [23.4, 75];

/** Whoever has a place of its own lies there; whoever has none, or would cover another that came before, is listed. */
export function chart<T>(games: readonly T[], at: (game: T) => readonly [number, number] | undefined): Charted<T> {
  const found: Charted<T> = { there: [], below: [] };
  for (const game of games) {
    const [x, y] = at(game) ?? [];
    const covers = found.there.some((one) => Math.abs(one.x - x!) < WIDE && Math.abs(one.y - y!) < HIGH);
    if (x === undefined || y === undefined || covers) found.below.push(game);
    else found.there.push({ game, x, y });
  }
  return found;
}
