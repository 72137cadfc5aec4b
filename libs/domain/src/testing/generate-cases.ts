import type { KnownListing } from '../listing/past.js';
import type { Criteria } from '../criteria/criteria.js';
import { SeededRandom } from './generating/seeded-random.js';
import { someListing } from './generating/listings.js';
import { someTree } from './generating/trees.js';
import { someText, someWords } from './generating/words.js';
import { criteriaNode } from '../criteria/criteria-node.js';

export { SHAPES as GENERATED_SHAPES } from './generating/places.js';

/** A tree and a listing; what the matcher says of them, SQL and OpenSearch must say. */
export interface GeneratedCase {
  readonly criteria: Criteria;
  readonly listing: KnownListing;
}

/**
 * Makes cases to compare evaluators with: the same seed gives the same cases, and a longer run begins with the
 * shorter one. Trees are canonical and within the default limits; values come from small sets so that boundaries are
 * met; points keep more than a metre from every border. Between a fifth and three fifths of the pairs match.
 */
export function generateCases(seed: number, count: number): readonly GeneratedCase[] {
  const random = new SeededRandom(seed);
  return Array.from({ length: count }, () => {
    const listing = someListing(random);
    return { criteria: someTree(random, random.chance(0.4) ? listing : null), listing };
  });
}

/** The same, of conditions on words alone and listings that state nothing but texts. */
export function generateWordCases(seed: number, count: number): readonly GeneratedCase[] {
  const random = new SeededRandom(seed);
  return Array.from({ length: count }, () => ({
    criteria: criteriaNode([someWords(random)]),
    listing: {
      ...(random.chance(0.8) && { title: someText(random) }),
      ...(random.chance(0.8) && { description: someText(random) }),
    },
  }));
}
