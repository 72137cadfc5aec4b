import { InvalidArgumentError } from 'commander';

/** An option of a program: what help says of it, and what its value becomes. */
export interface ProgramOption<Value> {
  readonly description: string;
  /** What help calls the value; an option without one is a flag. */
  readonly valueName?: string;
  readonly default: Value;
  /** @throws InvalidArgumentError where the text is no such value */
  readonly parse?: (text: string) => Value;
}

/** A flag; where it is on unless said, its option is `--no-` and the name. */
export function flag(description: string, isOn = false): ProgramOption<boolean> {
  return { description, default: isOn };
}

/** A whole number from 1, or from another one; undefined where neither a value nor a default is given. */
export function wholeNumber(description: string, standard: number, least?: number): ProgramOption<number>;
export function wholeNumber(
  description: string,
  standard?: undefined,
  least?: number,
): ProgramOption<number | undefined>;
export function wholeNumber(description: string, standard?: number, least = 1): ProgramOption<number | undefined> {
  return { description, valueName: 'number', default: standard, parse: (text) => readWholeNumber(text, least) };
}

/** Several whole numbers, such as `100000,1000000`. */
export function wholeNumbers(
  description: string,
  standard: readonly number[],
  least = 1,
): ProgramOption<readonly number[]> {
  const parse = (text: string) => text.split(',').map((each) => readWholeNumber(each, least));
  return { description, valueName: 'numbers', default: standard, parse };
}

/** Any text, such as the path of a file; undefined where neither a value nor a default is given. */
export function text(valueName: string, description: string, standard: string): ProgramOption<string>;
export function text(valueName: string, description: string): ProgramOption<string | undefined>;
export function text(valueName: string, description: string, standard?: string): ProgramOption<string | undefined> {
  return { description, valueName, default: standard, parse: readText };
}

/** A text of a form that the hint tells. */
export function textLike(
  form: RegExp,
  hint: string,
  [valueName, description, standard]: readonly [valueName: string, description: string, standard: string],
): ProgramOption<string> {
  const parse = (given: string) => {
    if (!form.test(given)) throw new InvalidArgumentError(`Expects ${hint}.`);
    return given;
  };
  return { description, valueName, default: standard, parse };
}

/** One of several words; undefined where neither a value nor a default is given. */
export function oneOf<Word extends string>(
  words: readonly Word[],
  description: string,
  standard: Word,
): ProgramOption<Word>;
export function oneOf<Word extends string>(
  words: readonly Word[],
  description: string,
): ProgramOption<Word | undefined>;
export function oneOf<Word extends string>(
  words: readonly Word[],
  description: string,
  standard?: Word,
): ProgramOption<Word | undefined> {
  const parse = (given: string) => readWord(words, given, `Expects ${words.join(' or ')}.`);
  return { description: `${description}: ${words.join(' or ')}`, valueName: 'name', default: standard, parse };
}

/** Some of several words, with commas between them; undefined where neither they nor a default are given. */
export function someOf<Word extends string>(
  words: readonly Word[],
  description: string,
  standard: readonly Word[],
): ProgramOption<readonly Word[]>;
export function someOf<Word extends string>(
  words: readonly Word[],
  description: string,
): ProgramOption<readonly Word[] | undefined>;
export function someOf<Word extends string>(
  words: readonly Word[],
  description: string,
  standard?: readonly Word[],
): ProgramOption<readonly Word[] | undefined> {
  const hint = `Expects some of ${words.join(', ')}, with commas between them.`;
  const parse = (given: string) => given.split(',').map((each) => readWord(words, each, hint));
  return { description: `${description}: some of ${words.join(', ')}`, valueName: 'names', default: standard, parse };
}

function readWholeNumber(given: string, least: number): number {
  const value = given.trim() === '' ? NaN : Number(given);
  if (!Number.isSafeInteger(value) || value < least)
    throw new InvalidArgumentError(`Expects a whole number from ${least}.`);
  return value;
}

/** An option whose value is left out takes the next option for it. */
function readText(given: string): string {
  if (given === '' || given.startsWith('-')) throw new InvalidArgumentError('Expects a value.');
  return given;
}

function readWord<Word extends string>(words: readonly Word[], given: string, hint: string): Word {
  const word = words.find((each) => each === given);
  if (word === undefined) throw new InvalidArgumentError(hint);
  return word;
}
