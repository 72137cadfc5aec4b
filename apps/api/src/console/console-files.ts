import fs from 'node:fs';
import path from 'node:path';
import { escaped } from '../http/web-page.js';

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

  /** The page where a path stands before `/console/`: it names its files, and where it lies itself. */
  pageBelow(publicPath: string): string {
    const page = fs.readFileSync(path.join(this.root, INDEX), 'utf8');
    return page.replaceAll('="/console/', () => `="${escaped(publicPath)}/console/`);
  }
}

/** Shown until the files are there: a browser looks again by itself. */
export const notBuiltPage = (publicPath: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta http-equiv="refresh" content="3">
    <title>Gable</title>
  </head>
  <body>
    <h1>The console is not built</h1>
    <p>npm start builds it beside the database and takes a few seconds. Otherwise run: npx nx build console</p>
    <p>The interface answers all the same: <a href="${escaped(publicPath)}/docs">/docs</a></p>
  </body>
</html>
`;
