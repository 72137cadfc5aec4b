import { InvalidArgumentError } from 'commander';

/** Reads a text of an option or argument: 1 to 500 characters. */
export const filled = filledUpTo(500);

/** The same for what somebody calls something: 1 to 200 characters. */
export const filledName = filledUpTo(200);

function filledUpTo(most: number): (text: string) => string {
  return (text) => {
    if (text.trim() === '' || text.length > most) throw new InvalidArgumentError(`Expects 1 to ${most} characters.`);
    return text.trim();
  };
}
