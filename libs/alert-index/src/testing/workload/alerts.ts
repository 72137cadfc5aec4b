import { criteriaNode, type SeededRandom } from '@gable/domain/testing';

import type { Criteria } from '@gable/domain/criteria';
import type { Country } from './country.js';
import { drawProperty } from './properties.js';
import { nestedTree } from './nested-trees.js';
import { inDivisions, somePlace, type Place } from './places.js';
import { criteriaFor } from './conditions.js';

/** The share of alerts that are more than one list of conditions. */
const NESTED = 0.3;

export function makeAlert(country: Country, random: SeededRandom, number: number): Criteria {
  return alertFor(country, somePlace(country, random, number), random);
}

/** An alert for the one city that everybody wants. */
export function makeCrowdedAlert(country: Country, random: SeededRandom): Criteria {
  const city = country.cities[0]!;
  return alertFor(country, { kind: 'city', city, conditions: [inDivisions([city.id])] }, random);
}

function alertFor(country: Country, place: Place, random: SeededRandom): Criteria {
  const wanted = drawProperty(place.city, random);
  const conditions = criteriaFor(wanted, random);
  return random.chance(NESTED)
    ? nestedTree({ country, place, wanted, conditions }, random)
    : criteriaNode([...conditions, ...place.conditions]);
}
