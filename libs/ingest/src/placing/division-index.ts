import type { AreaGeometry } from '@gable/domain/geo';
import type { ListingLocation } from '@gable/domain/listing';
import type { PlacedDivision } from '@gable/persistence/geography';
import whichPolygon from 'which-polygon';
import { BorderCells } from './border-cells.js';

type Levels = Pick<
  ListingLocation,
  'cityId' | 'districtId' | 'neighborhoodId' | 'countryId' | 'regionId' | 'departmentId'
> & { divisionIds: number[] };

const MAX_COMBINATIONS = 100_000;

/** Says in which divisions a listing lies. Made once of all divisions; reading is in memory. */
export class DivisionIndex {
  private readonly byId: ReadonlyMap<number, PlacedDivision>;
  private readonly levels = new Map<string, Levels>();
  private readonly at: (point: [number, number]) => readonly number[];

  constructor(divisions: readonly PlacedDivision[]) {
    this.byId = new Map(divisions.map((division) => [division.id, division]));
    this.at = polygonLookup(divisions);
  }

  /**
   * The location with its divisions: ids of the feed win, else the point is looked up. `divisionIds` holds each with
   * all above it, ascending. Where outlines overlap or ids disagree, one city is kept with what stands above it, and of
   * what was looked up below cities only what is in that one.
   */
  place(location: ListingLocation | undefined): ListingLocation | undefined {
    if (!location) return undefined;
    const { cityId, districtId, neighborhoodId, lat, lng } = location;
    const given = [cityId, districtId, neighborhoodId].filter((id) => id !== undefined);
    const found = given.length > 0 ? given : lat === undefined || lng === undefined ? [] : this.at([lng, lat]);
    if (found.length === 0) return location;
    const { divisionIds, ...levels } = this.levelsOf(cityId, found, given.length > 0);
    return {
      ...location,
      divisionIds,
      ...levels,
      ...(districtId !== undefined && { districtId }),
      ...(neighborhoodId !== undefined && { neighborhoodId }),
    };
  }

  /** The same few hundred combinations come again and again. */
  private levelsOf(givenCityId: number | undefined, found: readonly number[], areGiven: boolean): Levels {
    const key = `${givenCityId}:${found.join()}:${areGiven}`;
    const known = this.levels.get(key);
    if (known) return known;
    if (this.levels.size >= MAX_COMBINATIONS) this.levels.clear();
    const made = this.makeLevels(givenCityId, found, areGiven);
    this.levels.set(key, made);
    return made;
  }

  private makeLevels(givenCityId: number | undefined, found: readonly number[], areGiven: boolean): Levels {
    const every = [...new Set(found.flatMap((id) => this.lineOf(id)))].sort((a, b) => a - b);
    const cityId = this.typeOf(givenCityId) === 'CITY' ? givenCityId : (this.ofType(every, 'CITY') ?? givenCityId);
    const departmentId = this.ofType(this.lineOf(cityId), 'DEPARTMENT') ?? this.ofType(every, 'DEPARTMENT');
    const regionId =
      this.ofType([...this.lineOf(cityId), ...this.lineOf(departmentId)], 'REGION') ?? this.ofType(every, 'REGION');
    const countryId =
      this.ofType([...this.lineOf(cityId), ...this.lineOf(departmentId), ...this.lineOf(regionId)], 'COUNTRY') ??
      this.ofType(every, 'COUNTRY');
    const only: { readonly [type in PlacedDivision['type']]?: number | undefined } = {
      CITY: cityId,
      DEPARTMENT: departmentId,
      REGION: regionId,
      COUNTRY: countryId,
    };
    const divisionIds = every
      .filter((id) => (only[this.typeOf(id)!] ?? id) === id)
      .filter((id) => areGiven || (this.ofType(this.lineOf(id), 'CITY') ?? cityId) === cityId);
    return {
      divisionIds,
      cityId,
      districtId: this.ofType(divisionIds, 'DISTRICT'),
      neighborhoodId: this.ofType(divisionIds, 'NEIGHBORHOOD'),
      ...(countryId !== undefined && { countryId }),
      ...(regionId !== undefined && { regionId }),
      ...(departmentId !== undefined && { departmentId }),
    };
  }

  /** A division and its ancestors, nearest first. */
  private lineOf(id: number | undefined): number[] {
    return id === undefined ? [] : [id, ...(this.byId.get(id)?.ancestorIds ?? [])];
  }

  private typeOf(id: number | undefined): PlacedDivision['type'] | undefined {
    return id === undefined ? undefined : this.byId.get(id)?.type;
  }

  private ofType(ids: readonly number[], type: PlacedDivision['type']): number | undefined {
    return ids.find((id) => this.byId.get(id)?.type === type); // lowest id: deterministic where outlines overlap
  }
}

/**
 * Looks points up with the polygon library, once per cell of a grid that no border crosses and every time elsewhere.
 */
function polygonLookup(divisions: readonly PlacedDivision[]): (point: [number, number]) => readonly number[] {
  const outlined = divisions.filter(
    (division): division is PlacedDivision & { geometry: AreaGeometry } => division.geometry !== null,
  );
  if (outlined.length === 0) return () => [];
  const features = outlined.map(({ id, geometry }) => ({ type: 'Feature' as const, properties: { id }, geometry }));
  const query = whichPolygon<{ id: number }>({ type: 'FeatureCollection', features } as unknown as Parameters<
    typeof whichPolygon<{ id: number }>
  >[0]);
  const lookUp = (point: [number, number]): readonly number[] => (query(point, true) ?? []).map(({ id }) => id);

  const borders = new BorderCells(outlined.map(({ geometry }) => geometry));
  const inner = new Map<number, readonly number[]>();
  return (point) => {
    const cell = BorderCells.cellOf(point[0], point[1]);
    const known = inner.get(cell);
    if (known || borders.isCrossed(cell)) return known ?? lookUp(point);
    const found = lookUp(point);
    if (inner.size >= MAX_INNER_CELLS) inner.clear();
    inner.set(cell, found);
    return found;
  };
}

const MAX_INNER_CELLS = 200_000;
