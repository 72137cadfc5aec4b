import { InvalidArgumentError } from 'commander';

/** Reads a text of an option or argument: 1 to 500 characters, none of them a control character. */
export const filled = filledUpTo(500);

/** The same for what somebody calls something: 1 to 200 characters. */
export const filledName = filledUpTo(200);

function filledUpTo(most: number): (text: string) => string {
  return (text) => {
    if (text.trim() === '' || text.length > most) throw new InvalidArgumentError(`Expects 1 to ${most} characters.`);
    // A list of names is read line by line, and a terminal does what an escape says.
    if (/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(text)) throw new InvalidArgumentError('Expects no control characters.');
    return text.trim();
  };
}
