import { Command, Option } from 'commander';
import { flag, type ProgramOption } from './program-option.js';

/** A program as it was called. */
export interface ProgramCall {
  /** How it is called, such as `npm run bench -- search`. */
  readonly name: string;
  /** What it measures or proves, in a sentence. */
  readonly description: string;
  /** What help says below the options. */
  readonly note?: string;
  readonly args: readonly string[];
}

/** Options by their names in code: `writeLog` is `--write-log`. */
export type ProgramOptions = Readonly<Record<string, ProgramOption<unknown>>>;

/** What options become; `--json` is one of every program. */
export type OptionValues<Options extends ProgramOptions> = { readonly json: boolean } & {
  readonly [Name in keyof Options]: Options[Name]['default'];
};

/** Of a command that is called with options or values that it does not take, as of `gable`. */
const WRONG_USAGE = 2;

/**
 * Reads the options of a program. `--help` prints them and ends the process; so does a mistake in them, with one line
 * that names the option.
 */
export function readOptions<Options extends ProgramOptions>(
  call: ProgramCall,
  ofProgram: Options,
): OptionValues<Options> {
  const options: ProgramOptions = { ...ofProgram, json: flag('one JSON document on standard output') };
  const program = programOf(call);
  for (const [name, option] of Object.entries(options)) program.addOption(optionOf(name, option));
  const defaults = Object.entries(options).map(([name, option]) => [name, option.default] as const);
  return {
    ...Object.fromEntries(defaults),
    ...program.parse(call.args, { from: 'user' }).opts<OptionValues<Options>>(),
  };
}

/** A command whose mistakes are one line on standard error and exit code 2. */
export function programOf({ name, description, note = '' }: Omit<ProgramCall, 'args'>): Command {
  return new Command(name)
    .description(description)
    .addHelpText('after', note)
    .configureOutput({ outputError: (text, write) => write(`${text.trim().replaceAll('\n', ' ')}\n`) })
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : WRONG_USAGE));
}

/** Ends the process as a mistake in one option does, for what several of them say together. */
export function refuseOptions(message: string): never {
  process.stderr.write(`error: ${message}\n`);
  process.exit(WRONG_USAGE);
}

function optionOf(name: string, { description, valueName, default: standard, parse }: ProgramOption<unknown>): Option {
  const words = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  if (parse === undefined) return new Option(`--${standard === true ? 'no-' : ''}${words}`, description);
  const option = new Option(`--${words} <${valueName}>`, description).argParser(parse);
  return standard === undefined || standard === ''
    ? option
    : option.default(standard, Array.isArray(standard) ? standard.join(',') : undefined);
}
