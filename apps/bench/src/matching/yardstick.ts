import { divisionsOf, fieldValue, RANGE_FIELDS, readCondition, FLAG_FIELDS } from '@gable/domain/criteria';
import type { ConditionTable, Criteria, FlagField, RangeField, Shape } from '@gable/domain/criteria';
import { propertyTypeCode } from '@gable/domain';
import { ringsOf } from '@gable/domain/geo';
import type { Listing } from '@gable/domain/listing';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** A node of the tree that a yardstick reads: conditions by name, as in the alert form. */
type Node = { [key: string]: unknown };
interface YardstickListing {
  readonly tx: string | null;
  readonly ptype: number | null;
  readonly num: readonly (number | null)[];
  readonly flag: readonly (boolean | null)[];
  readonly divs: readonly number[];
  readonly lat: number | null;
  readonly lng: number | null;
}
interface YardstickIndex {
  add(id: number, criteria: Node): void;
  compact(): void;
  match(listing: YardstickListing, into: Int32Array): number;
}
/** What `index.ts` in the folder of a yardstick exports. */
interface YardstickModule {
  /** Learns boundaries from a sample of alerts. */
  readonly learn: (sample: readonly Node[]) => unknown;
  readonly AlertIndex: new (boundaries: unknown, shapes: ReadonlyMap<string, unknown>) => YardstickIndex;
}

/** Alerts that boundaries are learned from. */
const SAMPLE = 20_000;

/**
 * Another index of alerts, whose sources stand in a folder outside of this repository: its `index.ts` is compiled and
 * loaded at run time, bundled where esbuild is installed. It reads the alerts and listings of this bench in its own
 * model.
 */
export class Yardstick {
  private constructor(private readonly index: YardstickIndex) {}

  static async load(folder: string, size: number, alert: (id: number) => Criteria): Promise<Yardstick> {
    const { learn, AlertIndex } = await importSources(folder);
    const shapes = new Map<string, unknown>();
    const boundaries = learn(Array.from({ length: Math.min(size, SAMPLE) }, (_, id) => nodeOf(alert(id), new Map())));
    const yardstick = new Yardstick(new AlertIndex(boundaries, shapes));
    for (let id = 0; id < size; id++) yardstick.index.add(id, nodeOf(alert(id), shapes));
    yardstick.index.compact();
    return yardstick;
  }

  match(listing: YardstickListing, into: Int32Array): number {
    return this.index.match(listing, into);
  }
}

async function importSources(folder: string): Promise<YardstickModule> {
  const target = mkdtempSync(path.join(tmpdir(), 'gable-yardstick-'));
  try {
    const bundle = path.join(target, 'index.mjs');
    const args = [path.join(folder, 'index.ts'), '--bundle', '--platform=node', '--format=esm', `--outfile=${bundle}`];
    const bundled = spawnSync('esbuild', args, { stdio: 'ignore' }).status === 0;
    if (!bundled) await transpile(folder, target);
    return (await import(pathToFileURL(bundle).href)) as YardstickModule;
  } finally {
    rmSync(target, { recursive: true });
  }
}

/** Module by module, without a bundler. */
async function transpile(folder: string, target: string): Promise<void> {
  const { default: typescript } = await import('typescript');
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.ts'))) {
    const { outputText } = typescript.transpileModule(readFileSync(path.join(folder, file), 'utf8'), {
      compilerOptions: { target: typescript.ScriptTarget.ES2022, module: typescript.ModuleKind.ES2022 },
    });
    writeFileSync(
      path.join(target, file.replace(/ts$/, 'mjs')),
      outputText.replace(/ from '(\.\/[^']+)'/g, " from '$1.mjs'"),
    );
  }
}

/** Where each field stands among those of its group. */
const RANGE_GROUPS: Partial<Record<RangeField, readonly [group: string, key: string]>> = {
  rooms: ['rooms', 'rooms'],
  bedrooms: ['rooms', 'bedrooms'],
  bathrooms: ['rooms', 'bathrooms'],
  floor: ['unit', 'floor'],
  constructionYear: ['building', 'constructionYear'],
  renovationYear: ['building', 'renovationYear'],
  lots: ['building', 'lots'],
  areaIndoor: ['areas', 'indoor'],
  areaOutdoor: ['areas', 'outdoor'],
  areaLand: ['areas', 'land'],
  areaBalcony: ['areas', 'balcony'],
  areaTerrace: ['areas', 'terrace'],
  areaGarden: ['areas', 'garden'],
  charges: ['pricing', 'charges'],
  agencyFees: ['pricing', 'agencyFees'],
  securityDeposit: ['pricing', 'securityDeposit'],
};
const AMENITIES: readonly FlagField[] = ['elevator', 'intercom', 'gym', 'swimmingPool', 'parking'];
const PRICING: readonly FlagField[] = ['chargesIncluded', 'feesIncluded'];

function nodeOf({ conditions, operator, children }: Criteria, shapes: Map<string, unknown>): Node {
  const node: Node = {};
  for (const condition of conditions) readCondition(write, condition, node, shapes);
  if (children.length > 0) Object.assign(node, { operator, children: children.map((child) => nodeOf(child, shapes)) });
  return node;
}

const write: ConditionTable<[Node, Map<string, unknown>], void> = {
  range: ({ field, min, max, allowNull }, node) => {
    const range = { ...(min !== null && { min }), ...(max !== null && { max }), ...(allowNull && { allowNull }) };
    const [group, key] = RANGE_GROUPS[field] ?? [field];
    if (key === undefined) node[group] = range;
    else addTo(node, group, { [key]: range });
  },
  flag: ({ field, value, allowNull }, node) => {
    const group = AMENITIES.includes(field) ? 'amenities' : PRICING.includes(field) ? 'pricing' : 'unit';
    addTo(node, group, { [field]: { value, allowNull } });
  },
  list: () => {
    throw new Error('A yardstick knows no lists');
  },
  transactionType: ({ included }, node) => {
    if (included.length === 1) node['transactionType'] = { value: included[0] };
    else throw new Error('A yardstick knows one transaction type an alert');
  },
  propertyType: ({ included, excluded }, node) => {
    node['propertyType'] = {
      ...(included && { included: included.map(propertyTypeCode) }),
      ...(excluded && { excluded: excluded.map(propertyTypeCode) }),
    };
  },
  division: ({ included, excluded }, node) =>
    addTo(node, 'location', {
      ...(included && { includedDivisionIds: included }),
      ...(excluded && { excludedDivisionIds: excluded }),
    }),
  circle: ({ center, radiusMeters }, node) => addTo(node, 'location', { centerPoint: center, radiusMeters }),
  box: ({ north, south, east, west }, node) => addTo(node, 'location', { boundingBox: { north, south, east, west } }),
  shape: ({ included, excluded }, node, shapes) =>
    addTo(node, 'location', {
      ...(included && { includedGeoShapeIds: included.map((shape) => keep(shape, shapes)) }),
      ...(excluded && { excludedGeoShapeIds: excluded.map((shape) => keep(shape, shapes)) }),
    }),
  words: () => {
    throw new Error('A yardstick knows no words');
  },
};

function addTo(node: Node, group: string, members: Node): void {
  node[group] = { ...(node[group] as Node | undefined), ...members };
}

/** Its ring as latitudes and longitudes in turns, without the last corner, which is the first. */
function keep({ id, geometry }: Shape, shapes: Map<string, unknown>): string {
  const [ring, ...more] = ringsOf(geometry);
  if (ring === undefined || more.length > 0) throw new Error('A yardstick knows shapes of one ring');
  const corners = ring.slice(0, -1);
  const [lngs, lats] = [corners.map(([lng]) => lng), corners.map(([, lat]) => lat)];
  shapes.set(id, {
    pts: Float64Array.from(corners.flatMap(([lng, lat]) => [lat, lng])),
    minLat: Math.min(...lats),
    maxLat: Math.max(...lats),
    minLng: Math.min(...lngs),
    maxLng: Math.max(...lngs),
  });
  return id;
}

/** The first numbers in the order of RANGE_FIELDS, but the bathrooms of a unit stand beside those of rooms. */
const NUMBERS: readonly RangeField[] = [
  ...RANGE_FIELDS.slice(0, RANGE_FIELDS.indexOf('floor') + 1),
  'bathrooms',
  ...RANGE_FIELDS.slice(RANGE_FIELDS.indexOf('floor') + 1, RANGE_FIELDS.indexOf('securityDeposit') + 1),
];

export function yardstickListing(listing: Listing): YardstickListing {
  return {
    tx: listing.transactionType ?? null,
    ptype: listing.propertyType === undefined ? null : propertyTypeCode(listing.propertyType),
    num: NUMBERS.map((field) => fieldValue(field, listing) ?? null),
    flag: FLAG_FIELDS.map((field) => fieldValue(field, listing) ?? null),
    divs: divisionsOf(listing),
    lat: listing.location?.lat ?? null,
    lng: listing.location?.lng ?? null,
  };
}
