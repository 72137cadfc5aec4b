import fs from 'node:fs';
import { z } from 'zod';
import { readAddresses } from '../postgres/addresses.js';

/**
 * Of PostgreSQL, also with several servers: `postgres://user:password@one:5432,two:5432/database`. Messages name
 * parameters and files behind it, and never the rest.
 */
export const databaseAddress = z.string().transform((text, context): string => {
  const trimmed = text.replace(/\/+$/, '');
  const message = problemOf(trimmed);
  if (message === undefined) return trimmed;
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
});

function problemOf(text: string): string | undefined {
  if (!/^postgres(?:ql)?:\/\//.test(text)) return 'expects an address that begins with postgres:// or postgresql://';
  if (isUnescaped(text))
    return 'expects user and password percent-encoded: @ as %40, / as %2F, : as %3A, # as %23, ? as %3F, % as %25';
  const hosts = readAddresses(text)?.hosts;
  const isOne = hosts?.length === 1;
  if (!hosts?.every(({ host }) => host !== '' || (isOne && text.includes('?'))))
    return 'expects hosts after the user, each with a port from 1 to 65535 or none, such as db.example:5432';
  return parameterProblem(new URLSearchParams(/\?([^]*)$/.exec(text)?.[1]));
}

/**
 * Whether a password holds what ends it: what stands behind that would be taken for the host, and be shown as one. A
 * query may have an @ in a value.
 */
function isUnescaped(text: string): boolean {
  const [, user, rest = ''] = /^postgres(?:ql)?:\/\/([^/?#]*@)?[^/?#@]*([^]*)$/.exec(text) ?? [];
  const [path = ''] = /^[^?]*(?:\?[^=]*)?/.exec(rest) ?? [];
  const isCut = user === undefined && /@/.test(text) && readAddresses(text) === undefined;
  return path.includes('@') || /%(?![\da-f]{2})/i.test(user ?? '') || isCut;
}

/** What the driver would take instead of what Gable says: names by which processes know each other, and bounds. */
const GIVEN_BY_GABLE = [
  'application_name',
  'statement_timeout',
  'idle_in_transaction_session_timeout',
  'query_timeout',
] as const;

/** What the driver knows; it takes any other for one of these. */
const TLS_MODES = ['disable', 'no-verify', 'prefer', 'require', 'verify-ca', 'verify-full'];

/** What has an effect behind an address. The driver passes over any other, `ssl_mode=require` too. */
const TAKEN = [
  ...['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'sslnegotiation', 'ssl', 'uselibpqcompat'],
  ...['host', 'port', 'user', 'password', 'options', 'target_session_attrs'],
];

function parameterProblem(parameters: URLSearchParams): string | undefined {
  const own = GIVEN_BY_GABLE.find((name) => parameters.has(name));
  if (own !== undefined) return `expects no ${own} after the address; Gable sets it for each of its connections`;
  const unknown = [...parameters.keys()].find((name) => !TAKEN.includes(name));
  if (unknown !== undefined)
    return `expects no ${unknown} after the address, because it has no effect; these have one: ${TAKEN.join(', ')}`;
  const attributes = parameters.get('target_session_attrs');
  if (attributes !== null && attributes !== 'read-write' && attributes !== 'primary')
    return 'expects a target_session_attrs of read-write or primary, which Gable looks for in any case';
  const mode = parameters.get('sslmode');
  if (mode !== null && !TLS_MODES.includes(mode)) return `expects an sslmode of ${TLS_MODES.join(', ')}`;
  for (const name of ['sslrootcert', 'sslcert', 'sslkey']) {
    const file = parameters.get(name);
    const code = file ? readingProblem(file) : undefined;
    if (code !== undefined) return `expects a file that can be read as ${name}, got "${file}" (${code})`;
  }
  return undefined;
}

function readingProblem(file: string): string | undefined {
  try {
    fs.readFileSync(file);
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unknown';
  }
}
