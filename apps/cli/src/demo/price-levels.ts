import type { Town } from './generate-divisions.js';

/** What a flat in good order costs, in euros per m², where everybody knows it is dear or cheap; by INSEE code. */
const BY_TOWN: Readonly<Record<string, number>> = {
  '75056': 9_600, '69123': 4_700, '13055': 3_500, '31555': 3_600, '06088': 5_200, '44109': 3_700, '34172': 3_500, '67482': 3_800, '33063': 4_500,
  '59350': 3_500, '35238': 3_900, '83137': 3_300, '51454': 2_700, '42218': 1_350, '76351': 2_200, '69266': 3_500, '21231': 2_600, '49007': 3_200,
  '38185': 2_500, '30189': 2_200, '13001': 5_500, '63113': 2_200, '72181': 1_900, '29019': 2_200, '37261': 3_000, '80021': 2_400, '74010': 5_600,
  '87085': 1_600, '57463': 2_300, '66136': 1_700, '25056': 2_300, '76540': 2_500, '45234': 2_500, '14118': 2_700, '68224': 1_300, '54395': 2_300,
  '59512': 1_800, '59599': 1_900, '84007': 2_200, '17300': 5_000, '64102': 4_300, '64122': 7_200, '06029': 5_600, '06004': 5_300, '35288': 4_400,
  '56260': 3_900, '92012': 8_300, '92044': 8_700, '92051': 10_300, '92050': 5_400, '94080': 8_200, '78646': 6_900, '93048': 5_700, '33009': 6_300,
  '85194': 4_600, '73065': 3_100, '34301': 3_500, '2A004': 3_800, '2B033': 2_900,
};

/** The dearer and cheaper arrondissements, relative to their town. */
const BY_DISTRICT: Readonly<Record<string, number>> = {
  '75104': 1.3, '75105': 1.22, '75106': 1.48, '75107': 1.4, '75108': 1.2, '75101': 1.25, '75103': 1.2, '75113': 0.9, '75118': 0.95, '75119': 0.85, '75120': 0.87,
  '69382': 1.12, '69386': 1.15, '69381': 1.05, '69384': 1.08, '69388': 0.85, '69389': 0.82, '13207': 1.3, '13208': 1.28, '13203': 0.65, '13214': 0.65, '13215': 0.6,
};

const BY_DEPARTMENT: Readonly<Record<string, number>> = {
  '75': 9_600, '92': 6_000, '93': 3_700, '94': 4_900, '78': 3_900, '91': 2_900, '95': 3_000, '77': 2_900, '06': 4_500, '83': 3_700, '13': 3_300,
  '69': 3_200, '33': 3_100, '74': 4_300, '73': 3_200, '2A': 3_400, '2B': 2_700, '44': 2_900, '31': 2_500, '34': 2_800, '64': 2_900, '17': 2_800,
  '56': 2_600, '35': 2_500, '85': 2_600, '38': 2_400, '67': 2_600, '01': 2_500, '84': 2_300, '971': 2_300, '972': 2_300, '973': 2_300, '974': 2_600,
};

/** Euros per m² of a flat for sale. */
export function salePricePerArea(town: Town, district?: Town): number {
  // Elsewhere 1,300 in a village, 2,000 in a town of 50,000.
  const usual = BY_DEPARTMENT[town.department] ?? 1_300 + 180 * Math.log(1 + town.population / 1_000);
  // Within a department villages are cheaper than towns.
  const level = BY_TOWN[town.code] ?? usual * (town.population < 5_000 ? 0.8 : 1);
  return level * ((district && BY_DISTRICT[district.code]) ?? 1);
}

/** Euros per m² and month of a flat to let: rents differ less than prices do. */
export function rentPerArea(town: Town, district?: Town): number {
  return 6.5 + 0.0024 * salePricePerArea(town, district);
}
