import { expect, it } from 'vitest';
import { chart } from './chart';

const at: Record<string, [number, number]> = { haven: [19, 64], world: [42.5, 66], england: [68, 44], copy: [19, 64], near: [80, 50] };
const placed = (...games: string[]) => {
  const { there, below } = chart(games, (game) => at[game]);
  return [there.map(({ game }) => game), below];
};

it('leaves games at places of their own', () => {
  expect(placed('england', 'haven', 'world')).toEqual([['england', 'haven', 'world'], []]);
});
it('lists those without a place, in their order', () => {
  expect(placed('nim', 'haven', 'pool')).toEqual([['haven'], ['nim', 'pool']]);
});
it('lists whoever would cover another', () => {
  expect(placed('england', 'haven', 'copy', 'near')).toEqual([['england', 'haven'], ['copy', 'near']]);
});
