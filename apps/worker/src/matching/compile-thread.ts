// The program of a thread that compiles alerts: it is given criteria as JSON, '' where there is nothing to compile.
import { compileAlerts } from '@gable/alert-index';
import type { Criteria } from '@gable/domain/criteria';
import { parentPort } from 'node:worker_threads';
import { SEPARATOR } from './criteria-texts.js';

parentPort!.on('message', (texts: string) => {
  const compiled = compileAlerts(parsed(texts));
  const { starts, words, numbers } = compiled;
  parentPort!.postMessage(compiled, [starts.buffer, words.buffer, numbers.buffer] as ArrayBuffer[]);
});

/** One by one: no portion of trees is ever in memory. */
function* parsed(texts: string): Generator<Criteria | null> {
  for (const text of texts.split(SEPARATOR)) yield text === '' ? null : (JSON.parse(text) as Criteria);
}
