// The longest specs begin first, so that no worker is left alone with one at the end. Jest does this only from its second run on.
import fs from 'node:fs';
import path from 'node:path';
import Sequencer from '@jest/test-sequencer';

const root = path.resolve(import.meta.dirname, '..', '..');
/** Seconds of the specs that take more than a few, by path. One that is missing or gone does no harm. */
const SECONDS = JSON.parse(fs.readFileSync(path.join(import.meta.dirname, 'slow-specs.json'), 'utf8'));

export default class LongestFirst extends Sequencer {
  sort(tests) {
    const weight = (test) => SECONDS[path.relative(root, test.path)] ?? 0;
    return super.sort(tests).sort((one, other) => weight(other) - weight(one));
  }
}
