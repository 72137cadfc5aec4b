import { fork } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { environmentMessage, withoutItsEnvironment } from './environment-that-follows.js';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gable-environment-'));
const program = path.join(folder, 'program.mjs');
const entry = pathToFileURL(path.resolve(__dirname, '../../dist/process/environment-that-follows.js')).href;

beforeAll(() =>
  fs.writeFileSync(
    program,
    `import { environmentThatFollows } from ${JSON.stringify(entry)};
    process.send('waits');
    await environmentThatFollows();
    process.send({ word: process.env.WORD, marks: Object.keys(process.env).filter((name) => /FOLLOWS/.test(name)) });`,
  ),
);
afterAll(() => fs.rmSync(folder, { recursive: true }));

const environment = { ...process.env, NODE_OPTIONS: '', WORD: 'given' };

it('takes the environment that a message brings for its own', async () => {
  const child = fork(program, [], { env: withoutItsEnvironment(environment) });
  await once(child, 'message');
  child.send(environmentMessage({ WORD: 'told' }));
  expect(await once(child, 'message')).toEqual([{ word: 'told', marks: [] }, undefined]);
  expect(await once(child, 'exit')).toEqual([0, null]);
});

it('goes on at once where its environment is complete', async () => {
  const child = fork(program, [], { env: environment });
  await once(child, 'message');
  expect(await once(child, 'message')).toEqual([{ word: 'given', marks: [] }, undefined]);
});

it('ends where its supervisor is gone before the environment came', async () => {
  const child = fork(program, [], { env: withoutItsEnvironment(environment) });
  await once(child, 'message');
  child.disconnect();
  expect(await once(child, 'exit')).toEqual([0, null]);
});
