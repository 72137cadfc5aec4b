import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ConfigError, readConfig } from './config.js';

const ADDRESS = 'postgres://lim:secret@db.example:5432/gable';

function problemsOf(address: string): readonly string[] {
  try {
    readConfig({ DATABASE_URL: address });
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

describe('the address of a database', () => {
  it.each([
    ['application_name=bank'],
    ['sslmode=no-verify&statement_timeout=0'],
    ['idle_in_transaction_session_timeout=0'],
    ['query_timeout=9'],
  ])('may not say what Gable says of its connections: %s', (query) => {
    const name = /(\w+)=\w+$/.exec(query)![1]!;
    expect(problemsOf(`${ADDRESS}?${query}`)).toEqual([
      `DATABASE_URL: expects no ${name} after the address; Gable sets it for each of its connections.`,
    ]);
  });

  it.each(['ssl_mode=require', 'sslmode=disable&connect_timeout=9', 'channel_binding=require', 'schema=public'])(
    'has nothing behind it that the driver would pass over: %s',
    (query) => {
      const name = /(\w+)=\w+$/.exec(query)![1]!;
      expect(problemsOf(`${ADDRESS}?${query}`)).toEqual([
        expect.stringContaining(`DATABASE_URL: expects no ${name} after the address, because it has no effect`),
      ]);
    },
  );

  it('leads to the server that takes writes', () => {
    expect(problemsOf(`${ADDRESS}?target_session_attrs=standby`)).toEqual([
      'DATABASE_URL: expects a target_session_attrs of read-write or primary, which Gable looks for in any case.',
    ]);
  });

  it('has a mode of TLS that the driver knows', () => {
    for (const mode of ['disable', 'no-verify', 'verify-full'])
      expect(problemsOf(`${ADDRESS}?sslmode=${mode}`)).toEqual([]);
    expect(problemsOf(`${ADDRESS}?sslmode=verify_full`)).toEqual([
      'DATABASE_URL: expects an sslmode of disable, no-verify, prefer, require, verify-ca, verify-full.',
    ]);
  });

  it.each(['sslrootcert', 'sslcert', 'sslkey'])('names a file of TLS that cannot be read as %s', (name) => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gable-tls-'));
    try {
      const file = path.join(folder, 'ca.pem');
      const address = `${ADDRESS}?${name}=${encodeURIComponent(file)}`;
      expect(problemsOf(address)).toEqual([
        `DATABASE_URL: expects a file that can be read as ${name}, got "${file}" (ENOENT).`,
      ]);
      fs.writeFileSync(file, '');
      expect(problemsOf(address)).toEqual([]);
    } finally {
      fs.rmSync(folder, { recursive: true });
    }
  });

  it.each([
    'postgres://lim:secret@db.example:99999/gable',
    'postgres://lim:secret@one:5432,two:x/gable',
    'postgres:///g',
  ])('says that hosts and ports of %s cannot be read, and does not blame the password', (address) => {
    expect(problemsOf(address)).toEqual([
      'DATABASE_URL: expects hosts after the user, each with a port from 1 to 65535 or none, such as db.example:5432.',
    ]);
  });

  it.each(['?sslmode=disable', '?options=-c%20search_path%3Dhomes', '?target_session_attrs=primary', ''])(
    'may end with %s, which it leaves to the driver',
    (query) => {
      expect(readConfig({ DATABASE_URL: ADDRESS + query }).databaseUrl).toBe(ADDRESS + query);
    },
  );
});
