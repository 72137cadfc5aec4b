import { generateLabelledListings, LEARNING_SEEDS, SCORING_SEEDS, WEIGHTS } from '@gable/domain/testing';
import { type ProgramCall, readOptions, refuseOptions, text, wholeNumber } from '@gable/testing/options';
import fs from 'node:fs';
import { learnWeights } from './learn-weights.js';
import { measureGrowth } from './measure-growth.js';
import { readValencia, type ValenciaListing } from './read-valencia.js';
import { scoreGenerated } from './score-generated.js';
import type { Figures } from './score-groups.js';
import { scoreKrakow } from './score-krakow.js';
import { readLevallois } from './levallois/read-levallois.js';
import { scoreLevallois } from './score-levallois.js';
import { scoreValencia, scoreWithoutPoints } from './score-valencia.js';
import { weightsFile } from './write-weights.js';
import { printResults, say, type BenchResult } from '../harness/print-results.js';

/** Properties per seed: some 9,000 listings. */
const SCORED_HOMES = 3_000;
const LEARNED_HOMES = 1_500;
const LEARNED_FROM = 'from València, the rates of a town of 13 portals, and generated homes';

/**
 * How good is grouping, and what does it cost? València half by half, each with weights learned from the other; Kraków
 * and generated properties with the shipped weights, which never saw them; then one town again and again up to a
 * million listings. Real data come from GABLE_SAMPLE_DATA.
 */
export function run(call: ProgramCall): Promise<void> {
  const options = readOptions(call, {
    learn: text('file', 'learns the weights anew and writes them there, instead of measuring'),
    town: text('file', 'groups the export of a town of 13 portals as well (docs/grouping.md)'),
    adverts: wholeNumber('how far one town grows; 0 leaves growth out', 1_000_000, 0),
  });
  const most = options.adverts;
  const folder = process.env['GABLE_SAMPLE_DATA'] ?? '';
  const valencia = folder === '' ? [] : readValencia(folder);
  if (options.learn !== undefined) {
    if (valencia.length === 0)
      refuseOptions('--learn needs València: set GABLE_SAMPLE_DATA to the folder that holds it');
    fs.writeFileSync(options.learn, weightsFile(learnWeights(valencia, learningHomes()), LEARNED_FROM));
    return Promise.resolve();
  }
  const results: BenchResult[] = [];
  const add = (name: string, figures: Figures): void => {
    results.push({ bench: 'grouping', case: name, ...figures });
    say(`${name} ${JSON.stringify(figures)}`);
  };
  if (valencia.length === 0)
    say('GABLE_SAMPLE_DATA names no folder: without València and Kraków only generated homes are grouped.');
  else {
    for (const figures of scoreAcrossHalves(valencia)) add(figures.name, figures.figures);
    add('València, shipped weights, which were learned from it', scoreValencia(valencia, undefined, WEIGHTS));
    add('València without points', scoreWithoutPoints(valencia));
    add('Kraków, four months', scoreKrakow(folder, WEIGHTS));
  }
  if (options.town !== undefined) add('Levallois-Perret, 13 portals', scoreLevallois(readLevallois(options.town)));
  for (const seed of SCORING_SEEDS) add(`generated, seed ${seed}`, scoreGenerated(seed, SCORED_HOMES));
  const town = valencia.length > 0 ? valencia : generateLabelledListings(SCORING_SEEDS[0]!, SCORED_HOMES).arrivals;
  let next = 1;
  measureGrowth(town, most, ({ adverts, microseconds, pairsCompared }) => {
    if (adverts < next && adverts < most) return;
    add('growth, whole towns', {
      adverts,
      'µs per advert': microseconds,
      'listings/s': 1e6 / microseconds,
      'pairs compared per advert': pairsCompared,
    });
    next = adverts * 3;
  });
  printResults(results, options.json);
  return Promise.resolve();
}

/** The seeds and the number of properties are part of the method: the same properties whoever learns. */
function learningHomes(): ReturnType<typeof generateLabelledListings>[] {
  return LEARNING_SEEDS.map((seed) => generateLabelledListings(seed, LEARNED_HOMES));
}

function scoreAcrossHalves(valencia: readonly ValenciaListing[]): { name: string; figures: Figures }[] {
  const homes = learningHomes();
  return (
    [
      ['A', 'B'],
      ['B', 'A'],
    ] as const
  ).map(([learned, scored]) => {
    const weights = learnWeights(
      valencia.filter(({ half }) => half === learned),
      homes,
    );
    return {
      name: `València, learned on half ${learned}, scored on half ${scored}`,
      figures: scoreValencia(valencia, scored, weights),
    };
  });
}
