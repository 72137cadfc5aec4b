import { criteriaNode, between, type Dice } from '@gable/domain/testing';

import { type Condition, type Criteria, type Shape, DEFAULT_CRITERIA_LIMITS } from '@gable/domain/criteria';
import { spotIn, type City, type Country } from './country.js';
import { drawnAround, inDivisions, shapeId } from './places.js';
import { commonFlag, flag, range, transactionWish } from './wishes.js';

type Recipe = (country: Country, dice: Dice, number: number) => Criteria;

/** The recipes by turns, so that any run of alerts holds all of them. */
export function makeHostileAlert(country: Country, dice: Dice, number: number): Criteria {
  return RECIPES[number % RECIPES.length]!(country, dice, number);
}

/** A thousand nodes are the limit; a node for the root, and some to stay clear of it. */
const MOST_CHILDREN = DEFAULT_CRITERIA_LIMITS.maxNodes - 10;
const MOST_ENTRIES = DEFAULT_CRITERIA_LIMITS.maxSetSize;

const RECIPES: readonly Recipe[] = [
  /** An OR as wide as the limits allow: a town, a window of prices and rooms in each branch. */
  (country, dice) =>
    criteriaNode(
      [],
      'OR',
      some(dice, MOST_CHILDREN, () =>
        criteriaNode([
          inDivisions([country.cityByDemand(dice).id]),
          window(dice),
          range('rooms', dice.whole(1, 4), null),
        ]),
      ),
    ),
  /** ANDs of ORs whose product has tens of thousands of conjunctions. */
  (country, dice) => {
    const choice = (): Criteria =>
      criteriaNode(
        [],
        'OR',
        Array.from({ length: dice.whole(3, 5) }, () => criteriaNode([anyWish(dice), anyWish(dice)])),
      );
    return criteriaNode(
      [transactionWish('SELL'), inDivisions([country.cityByDemand(dice).departmentId])],
      'AND',
      Array.from({ length: dice.whole(7, 10) }, choice),
    );
  },
  /** As deep as the limits allow, AND and OR by turns, everywhere. */
  (_country, dice) => deepTree(dice),
  /** Thousands of divisions, some of them excluded, with the same cities on both sides. */
  (country, dice) =>
    criteriaNode(
      [window(dice)],
      'OR',
      Array.from({ length: dice.whole(2, 4) }, () =>
        criteriaNode([
          inDivisions(cityIds(country, dice), cityIds(country, dice, MOST_ENTRIES / 4)),
          range('rooms', dice.whole(1, 5), null, true),
        ]),
      ),
    ),
  /** Many drawn shapes, one over the other, and as many left out. */
  (country, dice, number) => {
    const city = country.cityByDemand(dice);
    return criteriaNode([window(dice), shapes(city, dice, number)]);
  },
  /** Hundreds of circles over the whole country. */
  (country, dice) =>
    criteriaNode(
      [],
      'OR',
      some(dice, MOST_CHILDREN / 3, () => {
        const { point } = spotIn(country.cityByDemand(dice), dice);
        return criteriaNode([{ kind: 'circle', center: point, radiusMeters: dice.whole(500, 60_000) }, window(dice)]);
      }),
    ),
  /** Every branch of a wide OR asks for something that most listings do not state. */
  (_country, dice) =>
    criteriaNode(
      [window(dice)],
      'OR',
      some(dice, MOST_CHILDREN / 2, () =>
        criteriaNode([
          range('renovationYear', dice.whole(1985, 2026), null),
          range('lots', null, dice.whole(2, 150)),
          flag(commonFlag(dice), false, false),
        ]),
      ),
    ),
];

/** A third of the most up to the most. */
function some<T>(dice: Dice, most: number, make: () => T): readonly T[] {
  return Array.from({ length: dice.whole(Math.floor(most / 3), Math.floor(most)) }, make);
}

function deepTree(dice: Dice): Criteria {
  let tree = criteriaNode([anyWish(dice)]);
  // Two wishes for one field become nodes of their own: one level to spare.
  for (let depth = DEFAULT_CRITERIA_LIMITS.maxDepth - 2; depth >= 1; depth--) {
    tree =
      depth % 2 === 0
        ? criteriaNode([anyWish(dice)], 'AND', [tree, criteriaNode([anyWish(dice)])])
        : criteriaNode([], 'OR', [tree, criteriaNode([anyWish(dice), anyWish(dice), window(dice)])]);
  }
  return tree;
}

function cityIds(country: Country, dice: Dice, most = MOST_ENTRIES): readonly number[] {
  const ids = new Set<number>();
  while (ids.size < most) ids.add(dice.pick(country.cities).id);
  return [...ids].sort((a, b) => a - b);
}

function shapes(city: City, dice: Dice, number: number): Condition {
  const draw = (from: number, count: number, meters: number): Shape[] =>
    Array.from({ length: count }, (_, place) => ({
      id: shapeId(number, from + place),
      geometry: drawnAround(spotIn(city, dice).point, between(dice, 100, meters), dice.whole(8, 60), dice),
    }));
  return {
    kind: 'shape',
    included: draw(0, dice.whole(60, 200), 3_000),
    excluded: draw(1_000, dice.whole(20, 60), 800),
  };
}

/** A narrow window of prices that hardly two alerts share. */
function window(dice: Dice): Condition {
  const min = dice.whole(20_000, 700_000);
  return range('price', min, min + dice.whole(1_000, 150_000), dice.chance(0.1));
}

function anyWish(dice: Dice): Condition {
  const wishes: readonly (() => Condition)[] = [
    () => window(dice),
    () => range('area', dice.whole(10, 120), dice.whole(121, 400)),
    () => range('rooms', dice.whole(1, 3), dice.whole(3, 6), dice.chance(0.3)),
    () => range('floor', dice.whole(0, 5), null, dice.chance(0.5)),
    () => flag(commonFlag(dice), dice.chance(0.3), dice.chance(0.7)),
    () => range('bedrooms', dice.whole(0, 3), null),
  ];
  return dice.pick(wishes)();
}
