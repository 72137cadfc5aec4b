import fs from 'node:fs';
import path from 'node:path';

/** Where `nx build console` puts the files; an image holds them at the same place. */
const BUILT = path.resolve(import.meta.dirname, '../../../console/dist');

export const INDEX = 'index.html';

/** Names carry a hash of the content: the file behind one never changes. */
const ASSET = /^assets\/\w[\w.-]*$/;
/** What lies beside the page, such as its icon. */
const BESIDE = /^[\w-]+\.(?:svg|png|ico|txt)$/;

export const isAsset = (file: string): boolean => ASSET.test(file);

/** The files of the console, which may be built while the API runs. */
export class ConsoleFiles {
  constructor(public root: string = BUILT) {}

  /** The file for an address below `/console/`; every other address is a screen, which the page itself knows. */
  fileFor(address: string): string {
    return isAsset(address) || BESIDE.test(address) ? address : INDEX;
  }

  has(file: string): boolean {
    return fs.existsSync(path.join(this.root, file));
  }
}

/** Shown until the files are there: a browser looks again by itself. */
export const NOT_BUILT_PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta http-equiv="refresh" content="3">
    <title>Gable</title>
  </head>
  <body>
    <h1>The console is not built</h1>
    <p>npm start builds it beside the database and takes a few seconds. Otherwise run: npx nx build console</p>
    <p>The interface answers all the same: <a href="/docs">/docs</a></p>
  </body>
</html>
`;
