// npm run chaos -- --kills 200 --seed 1: real workers under load, killed at random moments; what they leave behind is
// judged by an oracle.
// npm run chaos -- delivery --kills 10 --stops 2: the same for what is sent, with receivers that fail and a database
// that is stopped.
// npm run chaos -- usage --kills 100 --stops 5: real API processes under load; what each served is compared with what
// was billed for it.
// npm run chaos -- indexing --kills 100: workers that keep the search index, behind an OpenSearch that fails every
// fifth document.
// npm run chaos -- snapshots --kills 30: a worker and commands that read snapshots of a source, killed while they do.
// npm run chaos -- tenants --minutes 5: eighteen polite customers, first alone, then beside two who are rude in every
// way at once, while API and worker are killed.
// npm run chaos -- erasure|clocks|disk|upgrade --minutes 2: a whole service under load, while adverts are erased, on
// clocks that are hours apart, on a disk that fills up, beside the last release.
// npm run chaos -- all --minutes 20: every sort but tenants, one after the other; one table at the end.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, root } from './build.mjs';

await build();
const { main } = await import(pathToFileURL(path.join(root, 'apps', 'verify', 'dist', 'chaos', 'main.js')).href);
await main(process.argv.slice(2), root);
