import path from 'node:path';
import { describeOpenSearch } from '@gable/testing';
import { runIndexingChaos } from './run-indexing-chaos.js';

describeOpenSearch('workers that keep an index', (url) => {
  it('lose nothing, leave nothing stale and bring nothing back, killed while every fifth document fails', async () => {
    const { done, findings } = await runIndexingChaos({
      kills: 3,
      seed: 5,
      workers: 2,
      workerEntry: path.resolve(__dirname, '../../../../../apps/worker/dist/main.js'),
      openSearchUrl: url,
      signal: new AbortController().signal,
      say: () => {},
    });
    expect(findings).toEqual({ lost: [], stale: [], resurrected: [], leftMarks: [], endedByThemselves: [] });
    expect(done.kills).toBe(3);
    expect(
      Math.min(done.itemsPutOff, done.itemsDenied, done.arrivedLate, done.removals, done.documents),
    ).toBeGreaterThan(0);
  }, 600_000);
});
