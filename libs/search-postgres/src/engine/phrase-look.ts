import type { Criteria } from '@gable/domain/criteria';
import { PHRASES_SINCE, SELECT_IS_DERIVED } from '@gable/persistence/listings';
import { listingsWithPhrases, type PhraseSets } from '@gable/persistence/phrases';
import { necessaryConditions } from './necessary-conditions.js';

/** Listings whose texts are read at most, some 10 µs each; where more may have the phrases, other ways are tried. */
const MOST_LISTINGS = 20_000;
/** Of `all`: more of them leave no fewer listings. */
const MOST_SETS = 4;
/** Of `any`: each takes some slices of every segment. */
const MOST_OF_ANY = 8;

type RunStatement = Parameters<typeof listingsWithPhrases>[0];

/**
 * The listings that may have the phrases which criteria ask for, by what is stored of pairs of words: the index of
 * words knows only who has all words of a phrase, which is nearly everybody where they are frequent. null where no
 * phrase is asked for, too many may have it, or an earlier release wrote texts that are not signed yet.
 */
export async function lookForPhrases(run: RunStatement, criteria: Criteria): Promise<readonly string[] | null> {
  const sets = phraseSetsOf(criteria);
  if (sets.length === 0) return null;
  const [row] = await run<{ isDerived: boolean }>(SELECT_IS_DERIVED, [PHRASES_SINCE]);
  return row!.isDerived ? listingsWithPhrases(run, sets, MOST_LISTINGS) : null;
}

/** Phrases of which every listing that meets the criteria has one, set by set. */
function phraseSetsOf(criteria: Criteria): PhraseSets {
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
