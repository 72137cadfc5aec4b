import { spawn } from 'node:child_process';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';

/** Loads the API's modules as a process does that starts, and says how many files it read, and how many of the client. */
const SHOW = `import { createRequire } from 'node:module';
  await import('${pathToFileURL(path.resolve(__dirname, '../../dist/describe-api.js')).href}');
  const files = Object.keys(createRequire(import.meta.url).cache);
  console.log(JSON.stringify([files.length, files.filter((file) => file.includes('@redis')).length]));`;

it('reads no file of the client of Redis when it starts: who has no Redis does not wait for it', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', SHOW], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [files, ofRedis] = JSON.parse(await text(child.stdout)) as [number, number];
  expect(files).toBeGreaterThan(100); // it did load, and they are listed
  expect(ofRedis).toBe(0);
});
