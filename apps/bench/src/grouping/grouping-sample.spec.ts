import { LEARNING_SEEDS, generateLabelledListings, rounds, WEIGHTS } from '@gable/domain/testing';

import fs from 'node:fs';
import { learnWeights } from './learn-weights.js';
import { readValencia } from './read-valencia.js';
import { scoreKrakow } from './score-krakow.js';
import { scoreValencia } from './score-valencia.js';

/**
 * A folder with real feeds; without it only generated properties are grouped (group-in-order.spec.ts of the domain).
 */
const SAMPLE_DATA = process.env['GABLE_SAMPLE_DATA'] ?? '';
const withFile = (name: string): typeof describe =>
  SAMPLE_DATA !== '' && fs.existsSync(`${SAMPLE_DATA}/${name}`) ? describe : describe.skip;

jest.setTimeout(180_000); // some 40 seconds of one core when alone

withFile('valencia-2018.ndjson.gz')('grouping València, 33,622 real adverts', () => {
  const homes = [generateLabelledListings(LEARNING_SEEDS[0]!, 800)];

  const halves = [
    ['A', 'B'],
    ['B', 'A'],
  ] as const;

  it.each(halves.slice(0, rounds(1, 2)))('learned on half %s, reaches its goals on half %s', (learned, scored) => {
    const adverts = readValencia(SAMPLE_DATA);
    const figures = scoreValencia(
      adverts,
      scored,
      learnWeights(
        adverts.filter(({ half }) => half === learned),
        homes,
      ),
    );
    process.stderr.write(`València, learned on ${learned}, scored on ${scored}: ${JSON.stringify(figures)}\n`);
    expect(figures['f1']).toBeGreaterThanOrEqual(0.57);
    expect(figures['recall']).toBeGreaterThanOrEqual(0.82);
    expect(figures['F1 in a quarter']).toBeGreaterThanOrEqual(0.74);
    expect(figures['contradictions']).toBe(0);
    expect(figures['largest']).toBeLessThanOrEqual(20);
    expect(figures['pairs compared per advert']).toBeLessThanOrEqual(25);
    expect(figures['agreement when shuffled']).toBeGreaterThanOrEqual(0.97);
  });
});

withFile('krakow-2024-02.ndjson.gz')('grouping four months of Kraków', () => {
  it('joins adverts that return under a new id in the month in which the old one went', () => {
    const figures = scoreKrakow(SAMPLE_DATA, WEIGHTS);
    process.stderr.write(`Kraków: ${JSON.stringify(figures)}\n`);
    expect(figures['relistings']).toBeGreaterThan(400);
    expect(figures['share joined']).toBeGreaterThanOrEqual(0.96);
    expect(figures['contradictions']).toBe(0);
    expect(figures['largest']).toBeLessThanOrEqual(20);
  });
});
