import type { Criteria } from '@gable/domain/criteria';
import type { PhraseSets } from '@gable/persistence/phrases';
import { necessaryConditions } from './necessary-conditions.js';

/** Of `all`: more of them leave no fewer listings. */
const MOST_SETS = 4;
/** Of `any`: each takes some slices of every segment. */
const MOST_OF_ANY = 8;

/** Phrases of which every listing that meets the criteria has one, set by set. */
export function phraseSetsOf(criteria: Criteria): PhraseSets {
  return necessaryConditions(criteria)
    .flatMap((condition) => {
      if (condition.kind !== 'words') return [];
      const { all, any } = condition;
      const ofAny = any !== null && any.length <= MOST_OF_ANY && any.every(isPhrase) ? [any] : [];
      return [...all.filter(isPhrase).map((phrase) => [phrase]), ...ofAny];
    })
    .slice(0, MOST_SETS);
}

const isPhrase = (entry: string): boolean => entry.includes(' ');
