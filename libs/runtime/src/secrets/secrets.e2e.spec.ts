import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

it('readSecrets gives several processes that start at once the same secrets', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gable-secrets-'));
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
  fs.rmSync(folder, { recursive: true, force: true });
});
