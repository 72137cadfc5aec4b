import type { EnergyCarrier, EnergyRating, HeatingSystem } from '@gable/domain';
import type { DemoProperty } from './demo-property.js';
import type { Random } from './random.js';

/** How many grades a carrier's emissions differ from its use of energy. */
const EMISSIONS: Readonly<Partial<Record<EnergyCarrier, number>>> = {
  ELECTRICITY: -2,
  WOOD: -2.5,
  SOLAR: -2,
  GEOTHERMAL: -2,
  OIL: 0.8,
};

/** Year, condition and energy of the walls; land has none. */
export function addBuilding(property: DemoProperty, random: Random): void {
  if (property.propertyType === 'LAND') return;
  const [from, to] = random.weighted([
    [[1850, 1914], 24],
    [[1920, 1948], 12],
    [[1949, 1974], 27],
    [[1975, 1999], 18],
    [[2000, 2012], 11],
    [[2013, 2026], 8],
  ] as const);
  const year = random.integer(from, to);
  property.constructionYear = year;
  if (year < 1990 && random.chance(0.35)) property.renovationYear = random.integer(2005, 2025);
  property.condition =
    year >= 2022 ? 'NEW' : !property.renovationYear && year < 1990 && random.chance(0.25) ? 'TO_RENOVATE' : 'GOOD';
  if (property.propertyType === 'PARKING') return;
  const carrier = random.weighted<EnergyCarrier>([
    ['GAS', 40],
    ['ELECTRICITY', 38],
    ['OIL', property.town.outlined ? 4 : 12],
    ['WOOD', property.town.outlined ? 2 : 10],
    ['DISTRICT_HEATING', property.town.outlined ? 12 : 0],
    ['GEOTHERMAL', year > 2005 ? 3 : 0],
    ['SOLAR', property.propertyType === 'HOUSE' && year > 2005 ? 2 : 0],
  ]);
  const age = year >= 2013 ? 0.6 : year >= 2000 ? 2 : year >= 1975 ? 3 : 4;
  const dpe = grade(
    age + (property.condition === 'TO_RENOVATE' ? 1.3 : 0) - (property.renovationYear ? 1 : 0) + random.between(-1, 1),
  );
  const ghg = grade('ABCDEFG'.indexOf(dpe) + (EMISSIONS[carrier] ?? 0));
  property.energy = { dpe, ghg, heatingSystem: heatingOf(carrier, year, random), energyCarrier: carrier };
}

function grade(value: number): EnergyRating {
  return 'ABCDEFG'.charAt(Math.min(6, Math.max(0, Math.round(value)))) as EnergyRating;
}

function heatingOf(carrier: EnergyCarrier, year: number, random: Random): HeatingSystem {
  if (carrier === 'WOOD') return 'WOOD_STOVE';
  if (carrier === 'SOLAR') return 'SOLAR_THERMAL';
  if (carrier === 'GEOTHERMAL') return 'HEAT_PUMP';
  if (carrier === 'GAS' || carrier === 'OIL') return 'BOILER';
  if (carrier === 'DISTRICT_HEATING') return random.chance(0.3) ? 'FLOOR_HEATING' : 'RADIATOR';
  return year >= 2005
    ? random.pick(['HEAT_PUMP', 'AIR_CONDITIONING', 'FLOOR_HEATING'] as const)
    : random.pick(['ELECTRIC_HEATER', 'ELECTRIC_HEATER', 'RADIATOR'] as const);
}
