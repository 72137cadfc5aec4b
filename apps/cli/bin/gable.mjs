#!/usr/bin/env node
// Committed, so that npm can link it at `npm ci`, before anything is built.
import { runGable } from '../../../tools/build.mjs';

await runGable(process.argv.slice(2));
