import { criteriaNode, type Dice } from '@gable/domain/testing';

import type { Criteria } from '@gable/domain/criteria';
import type { Country } from './country.js';
import { someHome } from './homes.js';
import { nestedTree } from './nested-trees.js';
import { inDivisions, somePlace, type Place } from './places.js';
import { wishesFor } from './wishes.js';

/** The share of alerts that are more than one list of conditions. */
const NESTED = 0.3;

export function makeAlert(country: Country, dice: Dice, number: number): Criteria {
  return alertFor(country, somePlace(country, dice, number), dice);
}

/** An alert for the one city that everybody wants. */
export function makeCrowdedAlert(country: Country, dice: Dice): Criteria {
  const city = country.cities[0]!;
  return alertFor(country, { kind: 'city', city, conditions: [inDivisions([city.id])] }, dice);
}

function alertFor(country: Country, place: Place, dice: Dice): Criteria {
  const dream = someHome(place.city, dice);
  const wishes = wishesFor(dream, dice);
  return dice.chance(NESTED)
    ? nestedTree({ country, place, dream, wishes }, dice)
    : criteriaNode([...wishes, ...place.conditions]);
}
