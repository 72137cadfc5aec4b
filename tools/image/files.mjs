// node tools/image/files.mjs IMAGE DESTINATION: copies what an image holds of this repository beside its packages: the
// programs of its apps, in which the libraries lie that they need. No source maps.
import fs from 'node:fs';
import path from 'node:path';
import { IMAGES, readImage, root } from './workspace.mjs';

const LEFT_OUT = /\.map$|\.made-from/;

const [, , name, destination] = process.argv;
if (destination === undefined) throw new Error('usage: node tools/image/files.mjs IMAGE DESTINATION');
const folders = IMAGES[readImage(name)];
for (const folder of folders) {
  const built = path.join(root, folder, 'dist');
  if (!fs.existsSync(built)) throw new Error(`${folder} is not built`);
  fs.cpSync(built, path.join(destination, folder, 'dist'), {
    recursive: true,
    filter: (source) => !LEFT_OUT.test(path.relative(path.join(root, folder), source)),
  });
}
fs.copyFileSync(path.join(root, 'LICENSE'), path.join(destination, 'LICENSE'));
console.log(`${folders.join(' ')} → ${destination}`);
