// Removes everything that was built, so that what is packed holds nothing of a source file that is gone.
import fs from 'node:fs';
import path from 'node:path';
import { root } from './build.mjs';

for (const group of ['apps', 'libs'])
  for (const project of fs.readdirSync(path.join(root, group)))
    // What TypeScript remembers of a build lies in dist, too.
    fs.rmSync(path.join(root, group, project, 'dist'), { recursive: true, force: true });
