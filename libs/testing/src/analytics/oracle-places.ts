/** A line of a file of divisions. */
export interface OracleDivision {
  readonly id: number;
  readonly type: string;
  readonly parentId?: number;
  readonly geometry?:
    | { readonly type: 'Polygon'; readonly coordinates: Ring[] }
    | { readonly type: 'MultiPolygon'; readonly coordinates: Ring[][] };
}

type Ring = readonly (readonly [lng: number, lat: number])[];
/** What a line says of the place; only what the oracle reads. */
export interface StatedPlace {
  readonly lat?: number;
  readonly lng?: number;
  readonly cityId?: number;
  readonly districtId?: number;
  readonly neighborhoodId?: number;
}
type Columns = { city_id: number | null; district_id: number | null; neighborhood_id: number | null };

/**
 * Says where a location lies: ids that it states win, else its point is looked for in every outline; what is known of a
 * division holds for those around it.
 */
export function oraclePlaces(divisions: readonly OracleDivision[]): (location: StatedPlace | undefined) => Columns {
  const byId = new Map(divisions.map((division) => [division.id, division]));
  const outlines = divisions.flatMap(({ id, geometry }) =>
    geometry ? [outlineOf(id, geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates)] : [],
  );
  const found = new Map<string, Columns>();
  return (location) => {
    const key = JSON.stringify([
      location?.lat,
      location?.lng,
      location?.cityId,
      location?.districtId,
      location?.neighborhoodId,
    ]);
    const known = found.get(key) ?? place(location);
    found.set(key, known);
    return known;
  };

  function place(location: StatedPlace | undefined): Columns {
    if (!location) return { city_id: null, district_id: null, neighborhood_id: null };
    const { lat, lng, cityId, districtId, neighborhoodId } = location;
    const stated = [cityId, districtId, neighborhoodId].filter((id) => id !== undefined);
    const inner =
      stated.length > 0
        ? stated
        : lat === undefined
          ? []
          : outlines.filter((outline) => holds(outline, lng!, lat)).map(({ id }) => id);
    const every = [...new Set(inner.flatMap(withParents))].sort((a, b) => a - b);
    const first = (type: string) => every.find((id) => byId.get(id)?.type === type) ?? null;
    return {
      city_id: cityId ?? first('CITY'),
      district_id: districtId ?? first('DISTRICT'),
      neighborhood_id: neighborhoodId ?? first('NEIGHBORHOOD'),
    };
  }

  function withParents(id: number): number[] {
    const line: number[] = [];
    for (let at: number | undefined = id; at !== undefined; at = byId.get(at)?.parentId) line.push(at);
    return line;
  }
}

/** The box saves looking at the edges of every division for every point. */
interface Outline {
  readonly id: number;
  readonly polygons: readonly (readonly Ring[])[];
  readonly box: { west: number; east: number; south: number; north: number };
}

function outlineOf(id: number, polygons: readonly (readonly Ring[])[]): Outline {
  const box = { west: Infinity, east: -Infinity, south: Infinity, north: -Infinity };
  for (const [lng, lat] of polygons.flat(2)) {
    box.west = Math.min(box.west, lng);
    box.east = Math.max(box.east, lng);
    box.south = Math.min(box.south, lat);
    box.north = Math.max(box.north, lat);
  }
  return { id, polygons, box };
}

function holds({ polygons, box: { west, east, south, north } }: Outline, lng: number, lat: number): boolean {
  if (lng < west || lng > east || lat < south || lat > north) return false;
  return polygons.some((rings) => rings.filter((ring) => isAround(ring, lng, lat)).length % 2 === 1);
}

/** Counts the edges that a ray to the east crosses. */
function isAround(ring: Ring, lng: number, lat: number): boolean {
  let crossings = 0;
  for (let i = 1; i < ring.length; i += 1) {
    const [x1, y1] = ring[i - 1]!;
    const [x2, y2] = ring[i]!;
    if (y1 > lat !== y2 > lat && lng < x1 + ((lat - y1) / (y2 - y1)) * (x2 - x1)) crossings += 1;
  }
  return crossings % 2 === 1;
}
