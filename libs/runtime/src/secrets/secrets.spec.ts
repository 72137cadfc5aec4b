import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
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

  it('gives several processes that start at once the same secrets', async () => {
    const entry = pathToFileURL(path.resolve(__dirname, '../../dist/secrets/secrets.js')).href;
    const script = `import(${JSON.stringify(entry)}).then(({ readSecrets }) => { while (Date.now() < ${Date.now() + 1_000}); process.stdout.write(readSecrets(process.argv[1]).keyPepper); });`;
    const outputs = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const child = spawn(process.execPath, ['-e', script, path.join(folder, 'home')], {
          stdio: ['ignore', 'pipe', 'inherit'],
        });
        const [output] = (await once(child.stdout, 'data')) as [Buffer];
        return output.toString();
      }),
    );
    expect(outputs[0]).toHaveLength(43);
    expect(new Set(outputs).size).toBe(1);
  });
});
