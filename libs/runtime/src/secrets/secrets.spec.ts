import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readSecrets } from './secrets.js';

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gable-secrets-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

describe('readSecrets', () => {
  it('makes secrets at the first start and gives the same ones ever after', () => {
    const first = readSecrets(folder);
    expect(Buffer.from(first.signingKeyEncryptionKey, 'base64')).toHaveLength(32);
    expect(new Set(Object.values(first)).size).toBe(4);
    expect(readSecrets(folder)).toEqual(first);
    expect(fs.readdirSync(folder)).toEqual(['secrets.json']);
  });

  it('shows them to nobody else', () => {
    readSecrets(folder);
    expect(fs.statSync(path.join(folder, 'secrets.json')).mode & 0o777).toBe(0o600);
  });

  it('gives every home its own', () => {
    expect(readSecrets(path.join(folder, 'a'))).not.toEqual(readSecrets(path.join(folder, 'b')));
  });

  it.each([
    ['not JSON', '{'],
    ['incomplete', '{"keyPepper":"x"}'],
  ])('refuses a file that is %s instead of making new ones', (_what, text) => {
    const file = path.join(folder, 'secrets.json');
    fs.writeFileSync(file, text);
    expect(() => readSecrets(folder)).toThrow(`${file} cannot be used`);
    expect(fs.readFileSync(file, 'utf8')).toBe(text);
  });
});
