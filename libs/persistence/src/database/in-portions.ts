/**
 * Cuts items, in their order, where the next one would make a portion weigh more than `most`. An item that is heavier
 * by itself is a portion of its own. Items are asked for when their portion is.
 */
export function* inPortions<T>(items: Iterable<T>, weightOf: (item: T) => number, most: number): Generator<T[]> {
  let portion: T[] = [];
  let weight = 0;
  for (const item of items) {
    const more = weightOf(item);
    if (portion.length > 0 && weight + more > most) {
      yield portion;
      [portion, weight] = [[], 0];
    }
    portion.push(item);
    weight += more;
  }
  if (portion.length > 0) yield portion;
}
