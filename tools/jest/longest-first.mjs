// The longest specs begin first, so that no worker is left alone with one at the end. Jest does this only from its
// second run on.
import fs from 'node:fs';
import path from 'node:path';
import sequencer from '@jest/test-sequencer';

// Its types describe the CommonJS form; Node loads the other one, whose default is the class itself.
const Sequencer = /** @type {typeof sequencer.default} */ (/** @type {unknown} */ (sequencer));
const root = path.resolve(import.meta.dirname, '..', '..');
/**
 * Seconds of the specs that take more than a few, by path. One that is missing or gone does no harm.
 * @type {Record<string, number>}
 */
const SECONDS = JSON.parse(fs.readFileSync(path.join(import.meta.dirname, 'slow-specs.json'), 'utf8'));

export default class LongestFirst extends Sequencer {
  /**
   * @override
   * @param {import('@jest/test-result').Test[]} tests
   * @returns {Promise<import('@jest/test-result').Test[]>}
   */
  async sort(tests) {
    /** @param {{ path: string }} test */
    const weight = (test) => SECONDS[path.relative(root, test.path)] ?? 0;
    return (await super.sort(tests)).sort((one, other) => weight(other) - weight(one));
  }
}
