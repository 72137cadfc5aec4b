import {
  DEFAULT_CRITERIA_LIMITS,
  FLAG_FIELD_TABLE,
  LIST_FIELD_TABLE,
  MOMENT_FIELDS,
  MOST_WORD_ENTRIES,
  RANGE_FIELD_TABLE,
  type ClassicFilter,
  type ListEntry,
  type RangeField,
} from '@gable/domain/criteria';
import { TEXT_FIELDS } from '@gable/domain/words';
import { PROPERTY_TYPES, PROPERTY_TYPE_ALIASES, TRANSACTION_TYPES } from '@gable/domain';
import {
  boolean,
  closed,
  integer,
  listOf,
  moment,
  number,
  oneWordOf,
  orNull,
  ref,
  uuid,
  type Schema,
} from './schema.js';

const { maxSetSize, maxDepth, maxNodes } = DEFAULT_CRITERIA_LIMITS;

const atLeastOne = (items: Schema): Schema => listOf(items, { minItems: 1, maxItems: maxSetSize });
/** What is out: an empty list, as serializers fill it in, is no condition. */
const anyNumber = (items: Schema): Schema => listOf(items, { maxItems: maxSetSize });

const rangeMembers = {
  min: orNull(number),
  max: orNull(number),
  gte: orNull(number),
  lte: orNull(number),
  allowNull: orNull(boolean),
};

const range = closed(rangeMembers, [], {
  description:
    'Inclusive bounds, as min/max or gte/lte (one spelling per range). A listing that does not state the ' +
    'value passes only with allowNull. Any finite number is a valid bound of any field: rooms of at ' +
    'least 2.5 means 3 or more.',
});

const flag = closed({ value: orNull(boolean), allowNull: orNull(boolean) }, [], {
  description: 'The listing states exactly this value; one that does not state it passes only with allowNull.',
});

const momentRange = closed(
  { min: orNull(moment), max: orNull(moment), gte: orNull(moment), lte: orNull(moment), allowNull: orNull(boolean) },
  [],
  { description: 'Inclusive bounds, as min/max or gte/lte. A bare date means the whole day in UTC.' },
);

function entriesOf(entry: ListEntry): Schema {
  if (entry.kind === 'word') return oneWordOf(entry.words);
  if (entry.kind === 'source') return { type: 'string', description: 'The domain or id of a source.' };
  if (entry.kind === 'currency') return { type: 'string', pattern: '^[A-Z]{3}$', description: 'ISO 4217.' };
  return {
    type: 'string',
    pattern: '^[^*]{1,20}\\*?$',
    description: 'A postal code, or a prefix of postal codes: 75*',
  };
}

function listSchema(entry: ListEntry): Schema {
  const entries = entriesOf(entry);
  const isRanked = entry.kind === 'word' && entry.isRanked;
  return closed(
    {
      included: orNull(atLeastOne(entries)),
      excluded: orNull(anyNumber(entries)),
      ...(isRanked && { max: orNull(entries) }),
      allowNull: orNull(boolean),
    },
    [],
    {
      description:
        'Any of included and none of excluded. A listing that does not state the value passes included only ' +
        'with allowNull, and always passes ' +
        `excluded.${isRanked ? ' max includes every rating from the best down to it.' : ''}`,
    },
  );
}

const division = closed({ cityId: orNull(integer), districtId: orNull(integer), neighborhoodId: orNull(integer) });

const JSON_PAIR = '{"lat": 48.85, "lng": 2.35}';

/** A pair of degrees in any of its spellings. */
export const pointSchema = {
  anyOf: [
    closed({ lat: number, lng: number, lon: number, latitude: number, longitude: number }, [], {
      description: 'Latitude and longitude, each under one of its names.',
      examples: [JSON.parse(JSON_PAIR)],
    }),
    listOf(number, {
      minItems: 2,
      maxItems: 2,
      description: 'Latitude first.',
      examples: [[48.85, 2.35]],
    }),
    { type: 'string', description: 'Either form as JSON text.', examples: [JSON_PAIR, '[48.85, 2.35]'] },
  ],
};

const degrees = (most: number): Schema => ({ type: 'number', minimum: -most, maximum: most });

/** A box on the map, which is also what a map asks by. */
const boundingBox = closed(
  { north: degrees(90), south: degrees(90), east: degrees(180), west: degrees(180) },
  ['north', 'south', 'east', 'west'],
  {
    description:
      'The edges belong to the box. If west is greater than east, the box crosses the 180th meridian. ' +
      'Listings without a point are in no box.',
    examples: [{ north: 45.81, south: 45.7, east: 4.9, west: 4.77 }],
  },
);

const location = closed(
  {
    includedDivisionIds: orNull(atLeastOne(integer)),
    excludedDivisionIds: orNull(anyNumber(integer)),
    included: orNull(atLeastOne(division)),
    excluded: orNull(anyNumber(division)),
    centerPoint: orNull(pointSchema),
    radiusMeters: orNull(number),
    boundingBox: orNull(ref('BoundingBox')),
    includedGeoShapeIds: orNull(atLeastOne(uuid)),
    excludedGeoShapeIds: orNull(anyNumber(uuid)),
    ...listsIn('location'),
  },
  [],
  {
    description:
      'A division includes everything below it. centerPoint and radiusMeters belong together. included is ' +
      'another spelling of includedDivisionIds.',
  },
);

const entry: Schema = {
  type: 'string',
  minLength: 1,
  description: 'A word, a phrase of up to 8 words, or the beginning of a word, of at least 3 letters.',
  examples: ['loft', 'poutres apparentes', 'terrass*'],
};
const mostEntries = { maxItems: MOST_WORD_ENTRIES };

const text = closed(
  {
    all: orNull(listOf(entry, mostEntries)),
    any: orNull(listOf(entry, { minItems: 1, ...mostEntries })),
    none: orNull(listOf(entry, mostEntries)),
    in: orNull(listOf(oneWordOf(TEXT_FIELDS), { minItems: 1, maxItems: TEXT_FIELDS.length })),
  },
  [],
  {
    description:
      'Words in title and description, or in one of them: every entry of all occurs, at least one of any, ' +
      `none of none. Case and accents make no difference. At most ${MOST_WORD_ENTRIES} entries per tree.`,
  },
);

const propertyType: Schema = {
  anyOf: [
    oneWordOf([...PROPERTY_TYPES, ...Object.keys(PROPERTY_TYPE_ALIASES)]),
    { type: 'integer', minimum: 0, maximum: PROPERTY_TYPES.length - 1 },
  ],
  description: PROPERTY_TYPES.map((name, code) => `${code} ${name}`).join(', '),
};

const transactionType = oneWordOf(TRANSACTION_TYPES);

/** One node of a criteria tree with every field the domain knows, at every place it may stand. */
function criteriaSchema(): Schema {
  const { rooms: roomsGroup, ...groups } = fieldGroups();
  const children = orNull(listOf(ref('Criteria')));
  return closed(
    {
      transactionType: orNull(
        closed({ value: orNull(transactionType), included: orNull(atLeastOne(transactionType)) }),
      ),
      propertyType: orNull(
        closed({
          included: orNull(atLeastOne(ref('PropertyType'))),
          excluded: orNull(anyNumber(ref('PropertyType'))),
        }),
      ),
      ...ownFields(),
      rooms: orNull(
        closed({ ...rangeMembers, ...roomsGroup }, [], {
          description:
            'Bounds of the number of rooms belong either here or in rooms, not in both. bedrooms and bathrooms ' +
            'may stand beside them.',
        }),
      ),
      location: orNull(ref('Location')),
      text: orNull(ref('Text')),
      ...Object.fromEntries(Object.entries(groups).map(([group, members]) => [group, orNull(closed(members))])),
      operator: orNull(oneWordOf(['AND', 'OR'])),
      children,
      branches: children,
    },
    [],
    {
      description:
        'A listing meets a node if all conditions of the node hold and, if it has children (also spelled ' +
        `branches), its children hold, combined by its operator (default AND). At most ${maxDepth} levels ` +
        `and ${maxNodes} nodes.`,
    },
  );
}

/** Ranges and lists that stand in a node under their own key. */
function ownFields(): Record<string, Schema> {
  const ranges = Object.entries(RANGE_FIELD_TABLE).flatMap(([field, { paths }]) =>
    paths.flatMap((path) =>
      path.length === 1 && path[0] !== 'rooms' ? [[path[0], orNull(rangeRef(field as RangeField))] as const] : [],
    ),
  );
  const lists = Object.values(LIST_FIELD_TABLE).flatMap(({ path, entry }) =>
    path.length === 1 ? [[path[0], orNull(listSchema(entry))] as const] : [],
  );
  return Object.fromEntries([...ranges, ...lists]);
}

const rangeRef = (field: RangeField): Schema => ref(MOMENT_FIELDS.has(field) ? 'MomentRange' : 'Range');

/** Lists that stand in a group. */
function listsIn(group: string): Record<string, Schema> {
  return Object.fromEntries(
    Object.values(LIST_FIELD_TABLE).flatMap(({ path: [head, key], entry }) =>
      head === group && key !== undefined ? [[key, orNull(listSchema(entry))]] : [],
    ),
  );
}

function fieldGroups(): Record<string, Record<string, Schema>> {
  const groups: Record<string, Record<string, Schema>> = {};
  const place = (paths: readonly (readonly string[])[], schema: Schema) => {
    for (const [group, key] of paths) if (key !== undefined) (groups[group!] ??= {})[key] = orNull(schema);
  };
  for (const { paths } of Object.values(RANGE_FIELD_TABLE)) place(paths, ref('Range'));
  for (const { paths } of Object.values(FLAG_FIELD_TABLE)) place(paths, ref('Flag'));
  for (const { path, entry } of Object.values(LIST_FIELD_TABLE))
    if (path[0] !== 'location') place([path], listSchema(entry));
  return groups;
}

const classicRange = closed({
  gte: orNull(number),
  lte: orNull(number),
  min: orNull(number),
  max: orNull(number),
  allowNull: orNull(boolean),
});

/** The filters of classic mode, at the root of a body. */
export const CLASSIC_FILTER_SCHEMAS: Record<ClassicFilter, Schema> = {
  transactionType: orNull({ anyOf: [transactionType, atLeastOne(transactionType)] }),
  propertyTypes: orNull(atLeastOne(ref('PropertyType'))),
  cityIds: orNull(atLeastOne(integer)),
  districtIds: orNull(atLeastOne(integer)),
  neighborhoodIds: orNull(atLeastOne(integer)),
  price: orNull(classicRange),
  area: orNull(classicRange),
  rooms: orNull(classicRange),
  bedrooms: orNull(classicRange),
  hasParking: orNull(boolean),
  hasBalcony: orNull(boolean),
  hasGarden: orNull(boolean),
  hasCellar: orNull(boolean),
  boundingBox: orNull(ref('BoundingBox')),
};

export const CRITERIA_SCHEMAS: Record<string, Schema> = {
  Criteria: criteriaSchema(),
  Range: range,
  MomentRange: momentRange,
  Flag: flag,
  Location: location,
  BoundingBox: boundingBox,
  Text: text,
  PropertyType: propertyType,
};
