import type { LevelWeights } from './pair-model.js';

/** How often the pairs of one home and how often other pairs reach a level, each as a share of such pairs. */
interface Rate {
  readonly same: number;
  readonly other: number;
}

/** Words that name a single home; more than this nobody can know from one town. */
const MOST_BITS = 8;

/**
 * Rates of a real town of 13 portals (Levallois-Perret, 2019; docs/grouping.md): of pairs of adverts of one deal and
 * type, 1,080 of one home by silver labels in one half of the dwellings, 175,000 others. Of the others those with one
 * area are counted where they are enough, since blocking hardly leads to any but these.
 */
const RATES: Readonly<Record<string, Readonly<Record<string, Rate>>>> = {
  text: {
    // Labels that were made by words know hardly any pair without common words (0.1 %). Prices know more: of cross-site
    // pairs with one area, different words and the same rooms 8.2 % have one price, of those 1 or 2 m² apart 2.0 %.
    different: { same: 0.1, other: 0.945 },
    // Too few to say more than that they hardly tell.
    'a few common phrases': { same: 0.02, other: 0.02 },
    'common phrases': { same: 0.01, other: 0.01 },
    'alike, at another price': { same: 0.005, other: 0.005 },
    alike: { same: 0.1, other: 0.00168 },
    'the same, new building': { same: 1, other: 1 },
    // None of 1,789 others; of "the same" all but new homes, which have a level of their own, are as rare.
    'largely the same': { same: 0.33, other: 0.0003 },
    'the same': { same: 0.47, other: 0.0003 },
  },
  // 4 % of the pairs of one home share addresses of pictures.
  pictures: {
    'one shared': { same: 1, other: 1 },
    'all of one advert shared, new building': { same: 1, other: 1 },
    'half or more shared, new building': { same: 1, other: 1 },
    'some shared': { same: 0.002, other: 0.0002 },
    'half or more shared': { same: 0.007, other: 0.0005 },
    'all of one advert shared': { same: 0.031, other: 0.0002 },
  },
  price: {
    'same on two sites': { same: 0.923, other: 0.0822 },
    // Nobody knows it within one source: València's prices are masked, and Kraków has no labels.
    same: { same: 0.23, other: 0.0822 },
  },
};

/**
 * Of 16,231 pairs in Kraków with one rounded area and decimals, more than 500 m apart, 3 % have the same decimals: 5
 * bits, of which flats of one plan in one building leave 2.
 */
export const DECIMAL_BITS = 2;

/**
 * 97 % of the pairs of one home stand on two sites, of the others 78 %. València's weights are of pairs on one site, so
 * that both count against their one-site share.
 */
const ON_TWO_SITES: Rate = { same: 0.97 / 0.03, other: 0.78 / 0.22 };

/** What those levels weigh in bits, log2(same / other); nothing else teaches them, and what is not said is 0. */
export const TOWN_WEIGHTS: LevelWeights = bitsOf({ ...RATES, source: { another: ON_TWO_SITES } });

function bitsOf(rates: typeof RATES): LevelWeights {
  return Object.fromEntries(
    Object.entries(rates).map(([signal, levels]) => [
      signal,
      Object.fromEntries(
        Object.entries(levels).map(([level, { same, other }]) => [
          level,
          Math.max(-MOST_BITS, Math.min(MOST_BITS, Math.log2(same / other))),
        ]),
      ),
    ]),
  );
}
