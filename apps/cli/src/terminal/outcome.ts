import { ConfigError, redact } from '@gable/runtime';
import { printable } from './printable.js';

/** Exit codes; docs/configuration.md promises them. */
export const FAILED = 1;
export const WRONG_USAGE = 2;

/** The answer of a command: with --json exactly one document on standard output, else the sentences for people. */
export function printAnswer(json: boolean | undefined, answer: unknown, sentences: string): void {
  process.stdout.write(`${printable(json ? JSON.stringify(answer) : sentences)}\n`);
}

/** What went wrong, for people on standard error; scripts that asked for JSON still get one document. */
export function printFailure(error: unknown, json: boolean): void {
  // What is wrong with a setting never says a secret one, and its examples are addresses.
  const message = error instanceof ConfigError ? error.message : redact(explain(error));
  process.stderr.write(`${printable(message)}\n`);
  if (json) process.stdout.write(`${printable(JSON.stringify({ error: message }))}\n`);
}

/** What a command cannot do, with a code of its own: a sentence, not a stack. */
export function refusal(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}

function explain(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(explain).join('; ');
  if (!(error instanceof Error)) return String(error);
  const code = (error as { code?: string }).code;
  if (code === '42P01' || code === '42703')
    return `The database lacks a table or column (${error.message}). Run gable migrate first.`;
  if (code === '42501')
    return `The role of DATABASE_URL may not do this (${error.message}). Use the role that created the schema.`;
  if (code === '25006')
    return `The server of DATABASE_URL accepts no writes (${error.message}). Name the primary, or all servers.`;
  if (code === 'ECONNREFUSED') return `The database does not answer: ${error.message}`;
  // What the world did wrong has a code or a name of its own; anything else is our bug and shows where.
  return code !== undefined || error.name !== 'Error' || !error.stack ? error.message : error.message || error.stack;
}
