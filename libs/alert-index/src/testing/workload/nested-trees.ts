import { criteriaNode, weighted, type SeededRandom } from '@gable/domain/testing';

import type { Condition, Criteria } from '@gable/domain/criteria';
import type { Country } from './country.js';
import { drawProperty, type DrawnProperty } from './properties.js';
import { inDivisions, type Place } from './places.js';
import { areaCondition, commonFlag, flag, priceCondition, range, roomsCondition, typeCondition } from './conditions.js';

/** What a nested alert is made of. */
interface Parts {
  readonly country: Country;
  readonly place: Place;
  readonly wanted: DrawnProperty;
  readonly conditions: readonly Condition[];
}

const FORMS = [
  ['budgets', 28],
  ['towns', 22],
  ['either', 25],
  ['grouped', 10],
  ['product', 15],
] as const;
type Form = (typeof FORMS)[number][0];

/** A tree of depth 2 to 4; about three conjunctions when multiplied out. */
export function nestedTree(parts: Parts, random: SeededRandom): Criteria {
  const form = weighted(random, FORMS);
  return SHAPES[form === 'towns' && parts.place.kind === 'nowhere' ? 'budgets' : form](parts, random);
}

const SHAPES: { readonly [F in Form]: (parts: Parts, random: SeededRandom) => Criteria } = {
  /** "A flat under 300,000 or a house under 400,000": each with a budget and a size of its own. */
  budgets: ({ place, wanted, conditions }, random) => {
    const offer = (step: number): DrawnProperty => ({
      ...wanted,
      price: wanted.price * (0.7 + 0.3 * step),
      area: wanted.area * (0.8 + 0.25 * step),
    });
    const offers = Array.from({ length: random.whole(2, 4) }, (_, step) => offer(step));
    const size = (property: DrawnProperty): Condition =>
      random.chance(0.5)
        ? areaCondition(property, random)
        : roomsCondition(Math.max(1, Math.round(property.area / 24)), random);
    const leaves = offers.map((property) => criteriaNode([priceCondition(property, random), size(property)]));
    return criteriaNode([...without(conditions, 'price', 'area', 'rooms'), ...place.conditions], 'OR', leaves);
  },
  /** "In this town up to 300,000, in that one up to 250,000". */
  towns: ({ country, place, wanted, conditions }, random) => {
    const other = country.cityByDemand(random);
    const there = { ...drawProperty(other, random), transaction: wanted.transaction };
    const leaves = [
      criteriaNode([...place.conditions, priceCondition(wanted, random)]),
      criteriaNode([inDivisions([other.id]), priceCondition(there, random)]),
    ];
    return criteriaNode(without(conditions, 'price'), 'OR', leaves);
  },
  /** "With parking, or else large and with a balcony or a terrace". */
  either: ({ place, wanted, conditions }, random) => {
    const comforts = [
      criteriaNode([flag('balcony')]),
      criteriaNode([flag(random.chance(0.5) ? 'terrace' : 'garden', random.chance(0.3))]),
    ];
    const large = criteriaNode([areaCondition({ ...wanted, area: wanted.area * 1.2 }, random)], 'OR', comforts);
    const choice = criteriaNode([], 'OR', [criteriaNode([flag(commonFlag(random), random.chance(0.2))]), large]);
    return criteriaNode([...conditions, ...place.conditions], 'AND', [choice]);
  },
  /** A form that groups what it asks, though all of it must hold. */
  grouped: ({ place, conditions }) => {
    const half = Math.ceil(conditions.length / 2);
    return criteriaNode(place.conditions, 'AND', [
      criteriaNode(conditions.slice(0, half), 'AND', [criteriaNode(conditions.slice(half))]),
    ]);
  },
  /** "A flat or a house, few rooms and cheap or many rooms, with parking or near a lift". */
  product: ({ place, wanted, conditions }, random) => {
    const budget = (step: number): Condition =>
      priceCondition({ ...wanted, price: wanted.price * (0.8 + 0.2 * step) }, random);
    const sizes = Array.from({ length: random.whole(2, 3) }, (_, step) =>
      criteriaNode([range('rooms', step + 1, step + 2), budget(step)]),
    );
    const kinds = [
      criteriaNode([typeCondition(['FLAT']), flag('elevator', true)]),
      criteriaNode([typeCondition(['HOUSE']), flag('garden', true)]),
    ];
    return criteriaNode([...without(conditions, 'price', 'rooms'), ...place.conditions], 'AND', [
      criteriaNode([], 'OR', sizes),
      criteriaNode([], 'OR', kinds),
    ]);
  },
};

function without(conditions: readonly Condition[], ...fields: readonly string[]): readonly Condition[] {
  return conditions.filter((condition) => !('field' in condition) || !fields.includes(condition.field));
}
