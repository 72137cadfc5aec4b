import type { AreaGeometry, ListingLocation } from '@gable/domain';
import type { PlacedDivision } from '@gable/persistence';
import whichPolygon from 'which-polygon';

/** Says in which divisions a listing lies. Made once of all divisions; reading is in memory. */
export class DivisionIndex {
  private readonly byId: ReadonlyMap<number, PlacedDivision>;
  private readonly at: (point: [number, number]) => number[];

  constructor(divisions: readonly PlacedDivision[]) {
    this.byId = new Map(divisions.map((division) => [division.id, division]));
    this.at = polygonLookup(divisions);
  }

  /**
   * The location with its divisions: ids given by the feed win, else the point is looked up, else nothing is known. `divisionIds` holds every
   * division found with all ancestors, ascending; the three ids of the levels are filled from it. A home lies in one city: where outlines overlap or ids of the
   * feed disagree, the others are left out, so that asking for the city and asking for the division are the same question.
   */
  place(location: ListingLocation | undefined): ListingLocation | undefined {
    if (!location) return undefined;
    const given = [location.cityId, location.districtId, location.neighborhoodId].filter((id) => id !== undefined);
    const found = given.length > 0 ? given : location.lat === undefined || location.lng === undefined ? [] : this.at([location.lng, location.lat]);
    if (found.length === 0) return location;
    const every = [...new Set(found.flatMap((id) => [id, ...(this.byId.get(id)?.ancestorIds ?? [])]))].sort((a, b) => a - b);
    const cityId = this.isCity(location.cityId) ? location.cityId : (this.ofType(every, 'CITY') ?? location.cityId);
    const ids = every.filter((id) => id === cityId || !this.isCity(id));
    return {
      ...location, divisionIds: ids, cityId,
      districtId: location.districtId ?? this.ofType(ids, 'DISTRICT'),
      neighborhoodId: location.neighborhoodId ?? this.ofType(ids, 'NEIGHBORHOOD'),
    };
  }

  private isCity(id: number | undefined): boolean {
    return id !== undefined && this.byId.get(id)?.type === 'CITY';
  }

  private ofType(ids: readonly number[], type: PlacedDivision['type']): number | undefined {
    return ids.find((id) => this.byId.get(id)?.type === type); // lowest id: deterministic where outlines overlap
  }
}

function polygonLookup(divisions: readonly PlacedDivision[]): (point: [number, number]) => number[] {
  const features = divisions.filter(({ geometry }) => geometry !== null)
    .map(({ id, geometry }) => ({ type: 'Feature' as const, properties: { id }, geometry: geometry as AreaGeometry }));
  if (features.length === 0) return () => [];
  const query = whichPolygon<{ id: number }>({ type: 'FeatureCollection', features } as unknown as Parameters<typeof whichPolygon<{ id: number }>>[0]);
  return (point) => (query(point, true) ?? []).map(({ id }) => id);
}
