import type { DivisionType } from '@gable/domain';
import type { Point, PolygonGeometry } from '@gable/domain/geo';
import { departmentCenter, knownCenter } from './department-centers.js';
import { distanceKm, hexagon, hull, round, separate, sunflower, type Disc } from './outline.js';
import type { Commune, Department, France } from './read-communes.js';

/** A line of a division file, with the postal codes that the division covers. */
export interface DivisionLine {
  id: number;
  type: DivisionType;
  name: string;
  parentId?: number;
  countryCode: string;
  centroid: Point;
  geometry?: PolygonGeometry;
  postalCodes?: string[];
}

/**
 * A commune or arrondissement as the listings need it: where it is and how far its properties may stand from its
 * centre.
 */
export interface Town {
  id: number;
  code: string;
  name: string;
  department: string;
  population: number;
  postalCodes: string[];
  center: Point;
  /** Properties stand within this distance: inside the outline where there is one. */
  reachKm: number;
  outlined: boolean;
  /** The arrondissements of Paris, Lyon and Marseille. */
  districts: Town[];
}

const FRANCE_ID = 33;
const REGION_BASE = 100_000;
const DEPARTMENT_BASE = 200_000;
/**
 * Smaller communes get a centre and no outline: what a demo searches are towns, and 35,000 outlines would only slow its
 * start.
 */
const OUTLINED_POPULATION = 20_000;
/** Above every population: the seat of a department stands in its centre. */
const SEAT_RANK = 1e9;

/**
 * The divisions of France, parents first. Names, codes, postal codes and parents are real, the places of some hundred
 * towns too; the others stand around the centre of their department, the largest nearest. A city's id is its INSEE code
 * (in Corsica, where that has a letter, the number it had before 1976: 2A004 is 20004), an arrondissement's too;
 * regions count from 100,000 and departments from 200,000.
 */
export function generateDivisions(france: France): { divisions: DivisionLine[]; towns: Town[] } {
  const towns = placeTowns(france);
  const divisions: DivisionLine[] = [
    { id: FRANCE_ID, type: 'COUNTRY', name: 'France', countryCode: 'FR', centroid: { lat: 46.6, lng: 2.45 } },
  ];
  const departments = new Map(france.departments.map((department) => [department.code, department]));
  for (const region of france.regions) {
    const seat = france.departments.find((department) => department.region === region.code) as Department;
    const centroid = departmentCenter(seat.code);
    divisions.push({
      id: REGION_BASE + numberOf(region.code),
      type: 'REGION',
      name: region.nom,
      parentId: FRANCE_ID,
      countryCode: 'FR',
      centroid,
    });
  }
  for (const { code, nom, region } of departments.values()) {
    const parentId = REGION_BASE + numberOf(region);
    divisions.push({
      id: DEPARTMENT_BASE + numberOf(code),
      type: 'DEPARTMENT',
      name: nom,
      parentId,
      countryCode: 'FR',
      centroid: departmentCenter(code),
    });
  }
  for (const town of towns) divisions.push(divisionOf(town, 'CITY', DEPARTMENT_BASE + numberOf(town.department)));
  for (const town of towns)
    for (const district of town.districts) divisions.push(divisionOf(district, 'DISTRICT', town.id));
  return { divisions, towns };
}

/** 69 is 69 and 971 is 971; 2A and 2B are 201 and 202, 2A004 is 20004: numbers that no other code of the kind has. */
export function numberOf(code: string): number {
  if (code === '2A') return 201;
  if (code === '2B') return 202;
  return Number(code.replace(/^2[AB]/, '20'));
}

function divisionOf(town: Town, type: DivisionType, parentId: number): DivisionLine {
  const { id, name, center, postalCodes } = town;
  const division: DivisionLine = { id, type, name, parentId, countryCode: 'FR', centroid: center, postalCodes };
  if (town.outlined)
    division.geometry = town.districts.length > 0 ? hull(town.districts.map(outlineOf)) : outlineOf(town);
  return division;
}

function outlineOf(town: Town): PolygonGeometry {
  // A hexagon reaches its corners at the radius and its sides at 0.87 of it; properties stay within 0.8.
  return hexagon({ ...town.center, radiusKm: town.reachKm / 0.8 });
}

function placeTowns(france: France): Town[] {
  const radii = departmentRadii(france.departments);
  const seats = new Set(france.departments.map((department) => department.chefLieu));
  const communes = france.communes.filter((commune) => commune.type === 'commune-actuelle');
  communes.sort((one, other) => rank(other, seats) - rank(one, seats) || (one.code < other.code ? -1 : 1));
  const byDepartment = new Map(france.departments.map(({ code }): [string, Commune[]] => [code, []]));
  for (const commune of communes) byDepartment.get(commune.departement)?.push(commune);
  const known = france.communes.flatMap((commune) => {
    const center = knownCenter(commune.code);
    return center && commune.type !== 'commune-deleguee' ? [townOf(commune, center)] : [];
  });
  const towns = [...byDepartment].flatMap(([code, ranked]) =>
    placeAround(departmentCenter(code), radii.get(code) as number, ranked, known),
  );
  const byCode = new Map(towns.map((town) => [town.code, town]));
  for (const part of france.communes.filter((commune) => commune.type === 'arrondissement-municipal')) {
    byCode.get(part.commune as string)?.districts.push(townOf(part, knownCenter(part.code) as Point));
  }
  separateTowns(towns);
  return towns.sort((one, other) => one.id - other.id);
}

/** Around a centre, the first nearest. The larger ones keep off the towns whose place is real. */
function placeAround(center: Point, radiusKm: number, communes: readonly Commune[], known: readonly Town[]): Town[] {
  let place = 0;
  return communes.map((commune) => {
    const real = knownCenter(commune.code);
    if (real) return townOf(commune, real);
    let town: Town;
    do town = townOf(commune, sunflower(center, radiusKm, place++, communes.length));
    while (
      town.outlined &&
      known.some((other) => distanceKm(other.center, town.center) < (other.reachKm + town.reachKm) / 0.8)
    );
    return town;
  });
}

function rank(commune: Commune, seats: ReadonlySet<string>): number {
  return seats.has(commune.code) ? SEAT_RANK : (commune.population ?? 0);
}

function townOf(commune: Commune, center: Point): Town {
  const population = commune.population ?? 0;
  return {
    id: numberOf(commune.code),
    code: commune.code,
    name: commune.nom,
    department: commune.departement,
    population,
    postalCodes: commune.codesPostaux ?? [],
    center,
    districts: [],
    reachKm: 0.8 * Math.max(0.4, 0.004 * Math.sqrt(population)),
    outlined: population >= OUTLINED_POPULATION || commune.type === 'arrondissement-municipal',
  };
}

/**
 * Makes the outlines disjoint, so that a point has one answer. A town with arrondissements is the outline around them.
 */
function separateTowns(towns: readonly Town[]): void {
  const outlined = towns.flatMap((town) => (town.districts.length > 0 ? town.districts : town.outlined ? [town] : []));
  const discs: Disc[] = outlined.map((town) => ({ ...town.center, radiusKm: town.reachKm / 0.8 }));
  separate(discs).forEach((disc, at) => ((outlined[at] as Town).reachKm = round(0.8 * disc.radiusKm, 4)));
}

/**
 * How far the communes of a department spread: almost half the way to the next department, at most 45 km (15 km
 * overseas).
 */
function departmentRadii(departments: readonly Department[]): Map<string, number> {
  return new Map(
    departments.map(({ code }) => {
      const center = departmentCenter(code);
      const nearest = Math.min(
        ...departments
          .filter((other) => other.code !== code)
          .map((other) => distanceKm(center, departmentCenter(other.code))),
      );
      return [code, Math.min(0.48 * nearest, code.startsWith('97') || code.startsWith('98') ? 15 : 45)];
    }),
  );
}
