// Removes everything that was built, so that what is packed holds nothing of a source file that is gone.
import fs from 'node:fs';
import path from 'node:path';
import { root } from './build.mjs';

for (const group of ['apps', 'libs'])
  for (const project of fs.readdirSync(path.join(root, group)))
    // What TypeScript remembers of a build goes with it: else it takes what was removed for built.
    for (const built of ['dist', 'tsconfig.build.tsbuildinfo'])
      fs.rmSync(path.join(root, group, project, built), { recursive: true, force: true });
