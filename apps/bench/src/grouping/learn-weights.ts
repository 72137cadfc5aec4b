import type { GroupingItem, GroupingWeights } from '@gable/domain/grouping';
import { SHARE_OF_THE_SMALLER_COPY, compareListings, levelsOf, type LabelledListings } from '@gable/domain/testing';

import { candidatePairs, neighbourPairs } from './candidate-pairs.js';
import type { Bounds } from './fit-weights.js';
import { PairModel, type LevelWeights } from './pair-model.js';
import { settleBias } from './settle-bias.js';
import { DECIMAL_BITS, TOWN_WEIGHTS } from './town-rates.js';
import { LABELLED_QUARTERS, type ValenciaListing } from './read-valencia.js';

/** València's prices are masked: that two are equal is chance. */
const NOT_IN_VALENCIA = (signal: string, level: string): boolean => signal === 'price' && level === 'same';
/** One of so many chance pairs is enough to know the shares. */
const SAMPLED = 7;
/** Signals of which one without the other two says the same. */
const ROOMS_WEIGH_AS_BEDROOMS = (levels: LevelWeights): LevelWeights => ({ ...levels, rooms: levels['bedrooms']! });

/**
 * Generated listings are cleaner than real ones: what they teach of attributes is bounded to what València teaches of
 * its own. Numbers and plots name a single property.
 */
function trustIn(signal: string): Bounds {
  return NAMING.has(signal) ? { least: -8, most: 8 } : { least: -4, most: 2.5 };
}
const NAMING = new Set(['lot', 'newBuilding', 'reference', 'land']);

/**
 * Learns from real listings what they can teach and takes the rates of a real town for words, pictures and prices;
 * then, with all that held fast, learns the other levels from generated properties.
 * The same for the same listings, to the last bit.
 */
export function learnWeights(
  valencia: readonly ValenciaListing[],
  generated: readonly LabelledListings[],
): GroupingWeights {
  const known = settleBias(withTownRates(learnFromValencia(valencia)), valencia);
  const model = new PairModel(false, trustIn);
  for (const { arrivals, propertyOf } of generated) {
    for (const [a, b] of candidatePairs(arrivals)) {
      const free = levelsOf(a, b).filter(([signal, { level }]) => known.levels[signal]?.[level] === undefined);
      model.add(
        free,
        propertyOf(a) === propertyOf(b),
        compareListings(a, b, known).score,
        copyShares(free.map(([signal]) => signal)),
      );
    }
  }
  const { levels } = model.fit();
  return { ...known, levels: merged(known.levels, levels) };
}

function withTownRates({ levels, ...weights }: GroupingWeights): GroupingWeights {
  const area = { 'same to the decimal': (levels['area']?.['same'] ?? 0) + DECIMAL_BITS };
  return { ...weights, levels: merged(levels, TOWN_WEIGHTS, { area }) };
}

/**
 * Of words and pictures that are both shared the pictures count in part (the words weigh more wherever both were
 * learned).
 */
function copyShares(signals: readonly string[]): (signal: string) => number {
  const both = signals.includes('text') && signals.includes('pictures');
  return (signal) => (both && signal === 'pictures' ? SHARE_OF_THE_SMALLER_COPY : 1);
}

function learnFromValencia(adverts: readonly ValenciaListing[]): GroupingWeights {
  const model = new PairModel(true);
  let [same, other, pairs] = [0, 0, 0];
  const chance = new Map<string, Map<string, number>>();
  for (const quarter of LABELLED_QUARTERS) {
    const shown = adverts.filter((advert) => advert.quarter === quarter);
    for (const [a, b] of candidatePairs(shown)) {
      model.add(
        levelsOf(a, b).filter(([signal, { level }]) => !NOT_IN_VALENCIA(signal, level)),
        a.home === b.home,
      );
    }
    for (const [a, b] of neighbourPairs(shown)) {
      if (a.home === b.home) same += 1;
      else if (pairs++ % SAMPLED === 0 && countLevels(a, b, chance)) other += SAMPLED;
    }
  }
  const { constant, levels } = model.fit();
  const bias = constant + centre(levels, chance);
  return { prior: Math.log2(same / other), bias, levels: ROOMS_WEIGH_AS_BEDROOMS(levels) };
}

/**
 * Counts what two neighbours that are not one property show, if their size does not tell them apart at once; says
 * whether it does not.
 */
function countLevels(a: GroupingItem, b: GroupingItem, chance: Map<string, Map<string, number>>): boolean {
  const levels = levelsOf(a, b);
  if (levels.some(([signal, { veto }]) => veto && (signal === 'area' || signal === 'deal' || signal === 'type')))
    return false;
  for (const [signal, { level, veto }] of levels) {
    if (veto) continue;
    const counts = chance.get(signal) ?? new Map<string, number>();
    chance.set(signal, counts.set(level, (counts.get(level) ?? 0) + 1));
  }
  return true;
}

/**
 * Shifts every signal so that over chance neighbours its levels weigh nothing together, Σ share · 2^weight = 1: then 0
 * bits mean "no evidence", also where a listing states little. Answers the sum of the shifts, which the bias takes
 * over.
 */
function centre(levels: LevelWeights, chance: ReadonlyMap<string, ReadonlyMap<string, number>>): number {
  let shifts = 0;
  for (const [signal, weights] of Object.entries(levels)) {
    const seen = [...(chance.get(signal) ?? [])].filter(([level]) => weights[level] !== undefined);
    const pairs = seen.reduce((sum, [, count]) => sum + count, 0);
    if (pairs === 0) continue;
    const shift = Math.log2(seen.reduce((sum, [level, count]) => sum + (count / pairs) * 2 ** weights[level]!, 0));
    for (const level of Object.keys(weights)) weights[level]! -= shift;
    shifts += shift;
  }
  return shifts;
}

function merged(...parts: readonly GroupingWeights['levels'][]): LevelWeights {
  const all: LevelWeights = {};
  for (const part of parts)
    for (const [signal, levels] of Object.entries(part)) all[signal] = { ...all[signal], ...levels };
  return all;
}
