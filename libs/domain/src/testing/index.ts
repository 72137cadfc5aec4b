export { criteriaNode } from '../criteria/criteria-node.js';
export { pointOf } from '../criteria/match-criteria.js';
export { boxContains } from '../geo/bounding-box.js';
export { cellOf, cellsAround } from '../property/grouping/cells.js';
export {
  SHARE_OF_THE_SMALLER_COPY,
  compareListings,
  contradict,
  levelsOf,
} from '../property/grouping/compare-listings.js';
export { spotOf } from '../property/grouping/grouping-item.js';
export { FIRST_PROBE_MS } from '../delivery/breaker.js';
export { WEIGHTS } from '../property/grouping/weights.js';
export { textShingles, textSimilarity } from '../property/grouping/text-shingles.js';
export { CRITERIA_EXAMPLES, exampleCriteria } from './criteria-examples.js';
export { placesWith } from './examples/criteria-example.js';
export { generateExtremeLines } from './extreme-feed-lines.js';
export { type BorderCase, generateBorderCases } from './generate-border-cases.js';
export { generateCases, generateWordCases } from './generate-cases.js';
export { SeededRandom } from './generating/seeded-random.js';
export {
  type LabelledListings,
  LEARNING_SEEDS,
  SCORING_SEEDS,
  generateLabelledListings,
} from './labelled-listings/generate-labelled-listings.js';
export { between, drawsFor, toMeter, toStep, weighted } from './generating/seeded-draws.js';
export { comb, fan, star } from './hostile-rings.js';
export { isOnBorder } from './on-border.js';
export { rounds } from './rounds.js';
export { ATTRIBUTE_NAMES, shownListing, WHOLE_LISTING, withoutAttribute } from './whole-listing.js';
