// The end as a picture of 1200 x 630, as links are shown elsewhere: the sheet on paper, the board as the game draws it.
import { app } from './app.svelte';
import { SHAPES } from './art/shapes';
import { headline } from './ending';
import { ONLOOKER, type Frame, type TableFacts } from './frames';
import type { Table } from './table.svelte';

const WIDE = 1200;
const HIGH = 630;
const EDGE = 36;
const SHEET = 520; // of it for the words; the rest is the board's

/** Printed on paper, whatever the page looks like now. */
function inks(): (name: string) => string {
  const paper = document.createElement('div');
  paper.className = 'light';
  document.body.append(paper);
  const style = getComputedStyle(paper);
  const found = new Map<string, string>();
  for (const name of ['paper', 'card', 'ink', 'faint', 'line', 'act', ...[0, 1, 2, 3, 4].map((seat) => `seat-${seat}`)]) found.set(name, style.getPropertyValue(`--${name}`));
  paper.remove();
  return (name) => found.get(name) ?? '';
}

async function load(svg: string): Promise<HTMLImageElement | undefined> {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  return image.decode().then(
    () => image,
    () => undefined, // the sheet is worth sharing without
  );
}

export async function broadside(table: Table, facts: TableFacts, own: readonly number[]): Promise<File> {
  const asked = app.ask<Frame>(`tables/${facts.code}/frame?seat=${ONLOOKER}&pictures=1`).catch(() => undefined);
  await Promise.all(['600 60px "EB Garamond"', '400 24px "Source Sans 3"'].map((font) => document.fonts.load(font)));
  const picture = (await asked)?.picture;
  const board = picture ? await load(picture) : undefined;
  const ink = inks();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [WIDE, HIGH];
  const pen = canvas.getContext('2d')!;
  const serif = (size: number) => (pen.font = `600 ${size}px "EB Garamond", serif`);
  const sans = (size: number) => (pen.font = `400 ${size}px "Source Sans 3", sans-serif`);
  /** In the largest size up to this one that fits. */
  const write = (text: string, x: number, y: number, size: number, room: number, font = serif) => {
    for (font(size); size > 12 && pen.measureText(text).width > room; font(size)) size -= 2;
    pen.fillText(text, x, y);
  };
  const mark = (seat: number, x: number, y: number, size: number) => {
    pen.save();
    pen.translate(x, y);
    pen.scale(size / 2, size / 2);
    pen.fillStyle = ink(`seat-${seat % 5}`);
    pen.fill(new Path2D(SHAPES[seat % 5]));
    pen.restore();
  };

  pen.fillStyle = ink('paper');
  pen.fillRect(0, 0, WIDE, HIGH);
  pen.strokeStyle = ink('ink');
  for (const [at, width] of [[12, 3], [19, 1]] as const) {
    pen.lineWidth = width;
    pen.strokeRect(at, at, WIDE - 2 * at, HIGH - 2 * at);
  }
  if (board) {
    const room = { x: EDGE + SHEET + 24, y: EDGE, w: WIDE - SHEET - 2 * EDGE - 24, h: HIGH - 2 * EDGE };
    const scale = Math.min(room.w / board.width, room.h / board.height);
    const [w, h] = [board.width * scale, board.height * scale];
    pen.drawImage(board, room.x + (room.w - w) / 2, room.y + (room.h - h) / 2, w, h);
  }

  const { first, title, more } = headline(table, own.length === 1 ? [] : own); // others read it: by name
  pen.fillStyle = ink('faint');
  write(facts.title, EDGE + 8, 86, 34, SHEET);
  first.forEach((seat, at) => mark(seat, EDGE + 44 + at * 84, 158, 72));
  pen.fillStyle = ink('ink');
  write(title, EDGE + 8, 262, 66, SHEET);
  pen.fillStyle = ink('faint');
  write(more, EDGE + 8, 302, 26, SHEET, sans);
  const seats = table.players.map((_, seat) => seat).sort((a, b) => (table.frame?.ranking[a] ?? 0) - (table.frame?.ranking[b] ?? 0));
  const step = Math.min(52, 250 / seats.length);
  pen.strokeStyle = ink('line');
  pen.lineWidth = 2;
  seats.forEach((seat, at) => {
    const y = 360 + at * step;
    mark(seat, EDGE + 24, y - 10, 24);
    pen.fillStyle = ink('ink');
    pen.textAlign = 'left';
    write(table.players[seat] ?? '', EDGE + 52, y, 32, SHEET - 150);
    pen.textAlign = 'right';
    write(String(table.frame?.scores[seat]?.total ?? ''), EDGE + SHEET - 8, y, 36, 120);
    pen.textAlign = 'left';
    if (at > 0) pen.strokeRect(EDGE + 8, y - step + 14, SHEET - 16, 0);
  });
  const blob = await new Promise<Blob>((done) => canvas.toBlob((made) => done(made!), 'image/png'));
  return new File([blob], `${facts.game}-${facts.code}.png`, { type: 'image/png' });
}
