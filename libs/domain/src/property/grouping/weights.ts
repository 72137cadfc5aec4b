import type { GroupingWeights } from './grouping-weights.js';

// Written by `npm run bench -- grouping --learn FILE`; do not edit. docs/grouping.md says what they are worth.

/** What the levels weigh in bits: from València, the rates of a town of 13 portals, and generated homes. */
export const WEIGHTS: GroupingWeights = {
  prior: -4.714,
  bias: -6.907,
  levels: {
    area: {
      same: 2.415,
      'same to the decimal': 4.415,
      'same, a rare one': 2.538,
      'same, a round one': 2.131,
      'within 2 %': -2.631,
      'within 5 %': -3.582,
    },
    balcony: {
      'both have it': 2.5,
      'both lack it': 2.493,
      'only one has it': -0.034,
    },
    bathrooms: {
      'one apart': -2.652,
      same: 0.361,
      'two or more apart': -1.085,
    },
    bedrooms: {
      'one apart': -2.024,
      same: 0.721,
    },
    cellar: {
      'both have it': 0.339,
      'both lack it': 0.231,
      'only one has it': -2.724,
    },
    condition: {
      different: -3.747,
      'same, common': 0.368,
      'same, rare': 0.912,
    },
    constructionYear: {
      'both leave it out': 1.735,
      'more than five years apart': -4,
      'one leaves it out': -2.867,
      'one year apart': -1.791,
      same: 1.49,
      'within five years': -3.321,
    },
    elevator: {
      'both have it': 0.22,
      'both lack it': 0.44,
      'only one has it': -1.505,
    },
    emissionRating: {
      'one apart': -0.229,
      same: 0.989,
      'two or more apart': -0.668,
    },
    energyRating: {
      'one apart': -0.173,
      same: 0.545,
      'two or more apart': -0.281,
    },
    equippedKitchen: {
      'both have it': -0.004,
      'both lack it': 1.195,
      'only one has it': -0.004,
    },
    floor: {
      'both leave it out': 0.493,
      'one leaves it out': -2.107,
      same: 0.508,
      'same, a high one': 0.493,
    },
    furnished: {
      'both have it': 0.325,
      'both lack it': 0.762,
      'only one has it': -2.628,
    },
    garden: {
      'both have it': 2.459,
      'both lack it': -0.062,
      'only one has it': -2.566,
    },
    heating: {
      different: -4,
      same: 2.5,
    },
    homesInBuilding: {
      different: -4,
      same: 2.5,
    },
    land: {
      different: -4.3,
      same: 8,
      'within 3 %': 0,
    },
    lastFloor: {
      'both have it': 2.454,
      'both lack it': 0.029,
      'only one has it': -3.884,
    },
    lot: {
      same: 1.708,
    },
    newBuilding: {
      'another price': -8,
      'same price': 2.162,
    },
    parking: {
      'both have it': 0.575,
      'both lack it': 0.024,
      'only one has it': -0.348,
    },
    pictures: {
      'all of one advert shared': 7.276,
      'all of one advert shared, new building': 0,
      'half or more shared': 3.807,
      'half or more shared, new building': 0,
      'one shared': 0,
      'some shared': 3.322,
    },
    place: {
      'farther than usual': -2.549,
      'only the town is known': 0,
      'within a quarter of the reach': 1.166,
      'within an eighth of the reach': 1.145,
      'within half of the reach': 0.766,
      'within the reach': 0.36,
      'within three quarters of the reach': 1.059,
    },
    price: {
      same: 1.484,
      'same on two sites': 3.489,
      'within 10 %': 0.278,
      'within 15 %': 0.23,
      'within 2.5 %': -0.394,
      'within 25 %': 0.149,
      'within 40 %': -0.249,
      'within 5 %': -0.014,
      'within 50 %': -0.249,
    },
    reference: {
      different: -6.394,
      same: 3.593,
    },
    rooms: {
      'one apart': -2.024,
      same: 0.721,
    },
    source: {
      another: 3.189,
    },
    swimmingPool: {
      'both have it': -2.004,
      'both lack it': 0.091,
      'only one has it': -2.278,
    },
    terrace: {
      'both have it': 0.999,
      'both lack it': 0.355,
      'only one has it': -2.056,
    },
    text: {
      'a few common phrases': 0,
      alike: 5.895,
      'alike, at another price': 0,
      'common phrases': 0,
      different: -3.24,
      'largely the same': 8,
      'the same': 8,
      'the same, new building': 0,
    },
  },
};
