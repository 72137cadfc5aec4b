#!/usr/bin/env node
// Committed, so that npm can link it at `npm ci`, before anything is built.
import { build, runGable } from '../../../tools/build.mjs';

await build();
await runGable(process.argv.slice(2));
