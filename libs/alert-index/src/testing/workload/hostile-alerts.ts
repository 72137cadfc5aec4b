import { criteriaNode, between, type SeededRandom } from '@gable/domain/testing';

import { type Condition, type Criteria, type Shape, DEFAULT_CRITERIA_LIMITS } from '@gable/domain/criteria';
import { spotIn, type City, type Country } from './country.js';
import { drawnAround, inDivisions, shapeId } from './places.js';
import { commonFlag, flag, range, transactionCondition } from './conditions.js';

type Recipe = (country: Country, random: SeededRandom, number: number) => Criteria;

/** The recipes by turns, so that any run of alerts holds all of them. */
export function makeHostileAlert(country: Country, random: SeededRandom, number: number): Criteria {
  return RECIPES[number % RECIPES.length]!(country, random, number);
}

/** A thousand nodes are the limit; a node for the root, and some to stay clear of it. */
const MOST_CHILDREN = DEFAULT_CRITERIA_LIMITS.maxNodes - 10;
const MOST_ENTRIES = DEFAULT_CRITERIA_LIMITS.maxSetSize;

const RECIPES: readonly Recipe[] = [
  /** An OR as wide as the limits allow: a town, a window of prices and rooms in each branch. */
  (country, random) =>
    criteriaNode(
      [],
      'OR',
      some(random, MOST_CHILDREN, () =>
        criteriaNode([
          inDivisions([country.cityByDemand(random).id]),
          window(random),
          range('rooms', random.whole(1, 4), null),
        ]),
      ),
    ),
  /** ANDs of ORs whose product has tens of thousands of conjunctions. */
  (country, random) => {
    const choice = (): Criteria =>
      criteriaNode(
        [],
        'OR',
        Array.from({ length: random.whole(3, 5) }, () => criteriaNode([anyCondition(random), anyCondition(random)])),
      );
    return criteriaNode(
      [transactionCondition('SELL'), inDivisions([country.cityByDemand(random).departmentId])],
      'AND',
      Array.from({ length: random.whole(7, 10) }, choice),
    );
  },
  /** As deep as the limits allow, AND and OR by turns, everywhere. */
  (_country, random) => deepTree(random),
  /** Thousands of divisions, some of them excluded, with the same cities on both sides. */
  (country, random) =>
    criteriaNode(
      [window(random)],
      'OR',
      Array.from({ length: random.whole(2, 4) }, () =>
        criteriaNode([
          inDivisions(cityIds(country, random), cityIds(country, random, MOST_ENTRIES / 4)),
          range('rooms', random.whole(1, 5), null, true),
        ]),
      ),
    ),
  /** Many drawn shapes, one over the other, and as many left out. */
  (country, random, number) => {
    const city = country.cityByDemand(random);
    return criteriaNode([window(random), shapes(city, random, number)]);
  },
  /** Hundreds of circles over the whole country. */
  (country, random) =>
    criteriaNode(
      [],
      'OR',
      some(random, MOST_CHILDREN / 3, () => {
        const { point } = spotIn(country.cityByDemand(random), random);
        return criteriaNode([
          { kind: 'circle', center: point, radiusMeters: random.whole(500, 60_000) },
          window(random),
        ]);
      }),
    ),
  /** Every branch of a wide OR asks for something that most listings do not state. */
  (_country, random) =>
    criteriaNode(
      [window(random)],
      'OR',
      some(random, MOST_CHILDREN / 2, () =>
        criteriaNode([
          range('renovationYear', random.whole(1985, 2026), null),
          range('lots', null, random.whole(2, 150)),
          flag(commonFlag(random), false, false),
        ]),
      ),
    ),
];

/** A third of the most up to the most. */
function some<T>(random: SeededRandom, most: number, make: () => T): readonly T[] {
  return Array.from({ length: random.whole(Math.floor(most / 3), Math.floor(most)) }, make);
}

function deepTree(random: SeededRandom): Criteria {
  let tree = criteriaNode([anyCondition(random)]);
  // Two conditions for one field become nodes of their own: one level to spare.
  for (let depth = DEFAULT_CRITERIA_LIMITS.maxDepth - 2; depth >= 1; depth--) {
    tree =
      depth % 2 === 0
        ? criteriaNode([anyCondition(random)], 'AND', [tree, criteriaNode([anyCondition(random)])])
        : criteriaNode([], 'OR', [tree, criteriaNode([anyCondition(random), anyCondition(random), window(random)])]);
  }
  return tree;
}

function cityIds(country: Country, random: SeededRandom, most = MOST_ENTRIES): readonly number[] {
  const ids = new Set<number>();
  while (ids.size < most) ids.add(random.pick(country.cities).id);
  return [...ids].sort((a, b) => a - b);
}

function shapes(city: City, random: SeededRandom, number: number): Condition {
  const draw = (from: number, count: number, meters: number): Shape[] =>
    Array.from({ length: count }, (_, place) => ({
      id: shapeId(number, from + place),
      geometry: drawnAround(spotIn(city, random).point, between(random, 100, meters), random.whole(8, 60), random),
    }));
  return {
    kind: 'shape',
    included: draw(0, random.whole(60, 200), 3_000),
    excluded: draw(1_000, random.whole(20, 60), 800),
  };
}

/** A narrow window of prices that hardly two alerts share. */
function window(random: SeededRandom): Condition {
  const min = random.whole(20_000, 700_000);
  return range('price', min, min + random.whole(1_000, 150_000), random.chance(0.1));
}

function anyCondition(random: SeededRandom): Condition {
  const conditions: readonly (() => Condition)[] = [
    () => window(random),
    () => range('area', random.whole(10, 120), random.whole(121, 400)),
    () => range('rooms', random.whole(1, 3), random.whole(3, 6), random.chance(0.3)),
    () => range('floor', random.whole(0, 5), null, random.chance(0.5)),
    () => flag(commonFlag(random), random.chance(0.3), random.chance(0.7)),
    () => range('bedrooms', random.whole(0, 3), null),
  ];
  return random.pick(conditions)();
}
