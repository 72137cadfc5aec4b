import { ValidateBy } from 'class-validator';

/** A query parameter as the server hands it on: a list where it stands in the address more than once. */
export type Repeatable<Word extends string> = Word | readonly Word[];

/** A member that takes words of a list, each at most once: `type=CITY&type=DISTRICT`. `wordsOf` reads it. */
export function AreWordsOf(words: readonly string[]): PropertyDecorator {
  return ValidateBy({
    name: 'areWordsOf',
    validator: {
      validate: (value) => {
        const given = [value].flat() as unknown[];
        return given.every((word) => words.includes(word as string)) && new Set(given).size === given.length;
      },
      defaultMessage: () =>
        `expects one of ${words.join(', ')}; for several, the parameter is repeated, with each word once`,
    },
  });
}

export function wordsOf<Word extends string>(value: Repeatable<Word> | undefined): readonly Word[] | undefined {
  return value === undefined ? undefined : typeof value === 'string' ? [value] : value;
}
