import type { Random } from '@gable/demo';

/** What somebody types, and the name that is meant. */
export interface TypedName {
  readonly typed: string;
  readonly meant: string;
}

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];

/** Every name with one typing error: a letter left out, one too much, another one, or two swapped. */
export function mistype(names: readonly string[], random: Random): TypedName[] {
  return names.map((meant) => {
    let typed = meant;
    while (typed.toLowerCase() === meant.toLowerCase()) typed = withError(meant, random);
    return { typed, meant };
  });
}

/** Every name as far as somebody may have typed it. */
export function beginnings(names: readonly string[], random: Random): TypedName[] {
  return names.map((meant) => ({ typed: meant.slice(0, random.integer(1, meant.length)), meant }));
}

function withError(name: string, random: Random): string {
  const at = random.integer(0, name.length - 1);
  const [before, letter, after] = [name.slice(0, at), name[at]!, name.slice(at + 1)];
  const other = random.pick(LETTERS);
  return random.pick([
    before + after,
    before + other + letter + after,
    before + other + after,
    before + after.slice(0, 1) + letter + after.slice(1),
  ]);
}
