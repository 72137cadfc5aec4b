import { InvalidArgumentError } from 'commander';

/** What somebody calls something: 1 to 200 characters. */
export function filledName(text: string): string {
  if (text.trim() === '' || text.length > 200) throw new InvalidArgumentError('Expects 1 to 200 characters.');
  return text.trim();
}
