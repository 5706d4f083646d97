// What is asked for again with every frame is found once.
const MOST = 5000;

/** The function, with what it found for each text kept. What it returns is not to be changed. */
export function kept<Found>(find: (text: string) => Found): (text: string) => Found {
  const known = new Map<string, Found>();
  return (text) => {
    let found = known.get(text);
    if (found === undefined) {
      if (known.size >= MOST) known.clear();
      known.set(text, (found = find(text)));
    }
    return found;
  };
}
