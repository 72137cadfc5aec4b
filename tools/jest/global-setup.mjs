// Makes no database: the first spec that asks for one starts the cluster (libs/testing), so that pure specs cost
// nothing.
// This only names the folder it will live in, and removes what killed runs left behind.
import fs from 'node:fs';
import path from 'node:path';
import { FOLDERS_OF_HOMES, folderOfHomes, removeTestHome, startTimeOf } from './test-home.mjs';

const root = path.resolve(import.meta.dirname, '..', '..');

export default function globalSetup() {
  for (const folder of FOLDERS_OF_HOMES)
    for (const name of fs.readdirSync(folder)) {
      const [, pid, startedAt] = /^gable-tests-(\d+)-(\d+)-/.exec(name) ?? [];
      if (pid !== undefined && startTimeOf(pid) !== startedAt) removeTestHome(path.join(folder, name));
    }
  const name = `gable-tests-${process.pid}-${startTimeOf(process.pid)}-`;
  process.env.GABLE_TEST_HOME = fs.mkdtempSync(path.join(folderOfHomes(), name));
  // The first spec that asks for an OpenSearch starts it with this.
  process.env.OPENSEARCH_LAUNCHER = path.join(root, 'libs', 'runtime', 'dist', 'opensearch', 'main.js');
  // mkdtemp makes it private; as root the database server runs as another user and has to get in.
  fs.chmodSync(process.env.GABLE_TEST_HOME, 0o711);
  // What specs leave in the temporary folder goes with the run.
  process.env.TMPDIR = path.join(process.env.GABLE_TEST_HOME, 'tmp');
  fs.mkdirSync(process.env.TMPDIR);
  fs.chmodSync(process.env.TMPDIR, 0o1777);
}
