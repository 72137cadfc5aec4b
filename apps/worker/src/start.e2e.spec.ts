import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const entry = path.resolve(__dirname, '../../..', 'apps/worker/dist/main.js');

it('says in one line of its log why it cannot start', () => {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'gable-start-'));
  try {
    fs.writeFileSync(path.join(home, 'secrets.json'), '{"keyPepper": "short"}', { mode: 0o600 });
    const { status, stdout, stderr } = spawnSync(process.execPath, [entry], {
      encoding: 'utf8',
      // Nobody listens there, and nobody is asked: secrets are read first.
      env: { PATH: process.env.PATH, GABLE_HOME: home, DATABASE_URL: 'postgres://gable@127.0.0.1:1/gable' },
    });
    expect({ status, stdout, lines: stderr.trimEnd().split('\n').length }).toEqual({ status: 1, stdout: '', lines: 1 });
    expect(JSON.parse(stderr)).toMatchObject({
      level: 'fatal',
      process: 'worker',
      msg: 'The worker cannot start.',
      err: { message: expect.stringContaining('secrets.json') as string },
    });
  } finally {
    fs.rmSync(home, { recursive: true });
  }
});
