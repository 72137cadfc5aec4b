// Any gable command on sources that may have changed: node tools/gable.mjs status
import { runGable } from './build.mjs';

await runGable(process.argv.slice(2));
