// Any gable command on sources that may have changed: node tools/gable.mjs bench search
import { build, runGable } from './build.mjs';

await build();
await runGable(process.argv.slice(2));
