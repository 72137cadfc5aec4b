// Makes no database: the first spec that asks for one starts the cluster (libs/testing), so that pure specs cost nothing.
// This only names the folder it will live in, and removes what killed runs left behind. And it compiles what changed (0.2 s when nothing did),
// once before the workers begin: some specs start real processes from dist.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { removeTestHome, startTimeOf } from './test-home.mjs';

const root = path.resolve(import.meta.dirname, '..', '..');

export default function globalSetup() {
  // A type error elsewhere is printed and does not keep the other specs from running: typecheck and build are where it is fatal.
  spawnSync(
    process.execPath,
    [path.join(root, 'node_modules', 'typescript7', 'bin', 'tsc'), '-b', path.join(root, 'tsconfig.build.json')],
    { stdio: ['ignore', 2, 2] },
  );
  const folder = path.join(os.tmpdir(), 'gable-tests-');
  for (const name of fs.readdirSync(os.tmpdir())) {
    const [, pid, startedAt] = /^gable-tests-(\d+)-(\d+)-/.exec(name) ?? [];
    if (pid !== undefined && startTimeOf(pid) !== startedAt) removeTestHome(path.join(os.tmpdir(), name));
  }
  process.env.GABLE_TEST_HOME = fs.mkdtempSync(`${folder}${process.pid}-${startTimeOf(process.pid)}-`);
  // The first spec that asks for an OpenSearch starts it with this.
  process.env.OPENSEARCH_LAUNCHER = path.join(root, 'libs', 'runtime', 'dist', 'opensearch', 'main.js');
  // mkdtemp makes it private; as root the database server runs as another user and has to get in.
  fs.chmodSync(process.env.GABLE_TEST_HOME, 0o711);
}
