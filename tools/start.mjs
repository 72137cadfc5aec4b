// npm start: builds what is stale and becomes the supervisor, in this very process, so that a signal meant for npm
// start reaches it.
import { build, runGable } from './build.mjs';

await build();
await runGable(['up', ...process.argv.slice(2)]);
