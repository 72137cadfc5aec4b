import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ConfigError, readConfig } from './config.js';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gable-dkim-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const file = path.join(folder, 'dkim.pem');
const COMPLETE = { DKIM_DOMAIN: 'Example.org', DKIM_SELECTOR: 's2026.mail_x', DKIM_KEY_FILE: file };
const rsa = (bits: number): KeyObject => generateKeyPairSync('rsa', { modulusLength: bits }).privateKey;
const pemOf = (key: KeyObject, type: 'pkcs8' | 'pkcs1' = 'pkcs8'): string =>
  key.export({ type, format: 'pem' }).toString();

function problemsWith(environment: NodeJS.ProcessEnv): readonly string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

it.each(['pkcs8', 'pkcs1'] as const)('reads an RSA key in %s', (type) => {
  const pem = pemOf(rsa(2_048), type);
  fs.writeFileSync(file, pem);
  expect(readConfig(COMPLETE).dkim).toEqual({ domain: 'example.org', selector: 's2026.mail_x', privateKey: pem });
  expect(readConfig({}).dkim).toBeUndefined();
});

it('wants all three settings or none', () => {
  fs.writeFileSync(file, pemOf(rsa(1_024)));
  expect(problemsWith({ ...COMPLETE, DKIM_SELECTOR: '' })).toEqual([
    'DKIM_SELECTOR: must be set if DKIM_DOMAIN and DKIM_KEY_FILE are set.',
  ]);
  expect(problemsWith({ DKIM_KEY_FILE: file })).toEqual([
    'DKIM_DOMAIN: must be set if DKIM_KEY_FILE is set.',
    'DKIM_SELECTOR: must be set if DKIM_KEY_FILE is set.',
  ]);
  expect(problemsWith({ ...COMPLETE, DKIM_DOMAIN: 'example.org; d=evil.example' })).toEqual([
    'DKIM_DOMAIN: expects a name of letters, digits, dots and hyphens, such as example.org, got "example.org; d=evil.example".',
  ]);
});

it.each<[string, string | undefined, string]>([
  ['no file', undefined, 'cannot be read (ENOENT)'],
  ['no key', 'hunter2', 'holds no private key in PEM that can be read without a passphrase'],
  [
    'a public key',
    generateKeyPairSync('rsa', { modulusLength: 1_024 }).publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    'holds no private key in PEM that can be read without a passphrase',
  ],
  [
    'a key with a passphrase',
    rsa(1_024).export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'hunter2' }).toString(),
    'holds no private key in PEM that can be read without a passphrase',
  ],
  [
    'a key that would leave mails unsigned',
    pemOf(generateKeyPairSync('ed25519').privateKey),
    'holds a key of the kind ed25519; mails are signed with an RSA key',
  ],
  [
    'a key for elliptic curves',
    pemOf(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey),
    'holds a key of the kind ec; mails are signed with an RSA key',
  ],
  ['a short key', pemOf(rsa(768)), 'holds an RSA key of 768 bits; at least 1024 are needed, and 2048 are usual'],
])('refuses %s', (_, content, problem) => {
  fs.rmSync(file, { force: true });
  if (content !== undefined) fs.writeFileSync(file, content);
  expect(problemsWith(COMPLETE)).toEqual([`DKIM_KEY_FILE: ${file} ${problem}.`]);
});
