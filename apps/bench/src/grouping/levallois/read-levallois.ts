import type { GroupingItem } from '@gable/domain/grouping';
import { parseFeedLine } from '@gable/domain/listing';
import fs from 'node:fs';
import { parseCsv } from './parse-csv.js';

/** An advert of the town, with what labels are made from and grouping never sees. */
export interface LevalloisListing extends GroupingItem {
  /** Every price it was ever offered at, its present one included. */
  readonly prices: ReadonlySet<number>;
}

/**
 * The adverts of Levallois-Perret, August 2019, from the export that docs/grouping.md names, in the order of their
 * publication. They go through the feed's own parser, as ingest reads them.
 */
export function readLevallois(file: string): LevalloisListing[] {
  return parseCsv(fs.readFileSync(file, 'utf8'))
    .sort((a, b) => (publishedAt(a) < publishedAt(b) ? -1 : 1))
    .map((row) => {
      const parsed = parseFeedLine(feedLineOf(row));
      if (!parsed.ok) throw new Error(`${file}: ${row['ID']}: ${JSON.stringify(parsed.violations)}`);
      const { source, externalId, listing } = parsed.value;
      const history = (JSON.parse(row['PRICE_EVENTS'] || '[]') as { price: number }[]).map(({ price }) => price);
      return {
        id: externalId,
        sourceId: source.domain,
        listing,
        prices: new Set([...history, ...(listing.price === undefined ? [] : [listing.price])]),
      };
    });
}

type Row = Readonly<Record<string, string>>;

const publishedAt = (row: Row): string => row['PUBLICATION_START_DATE'] ?? '';

/** One row as a line of the feed format. What a row leaves out the line leaves out; 0 rooms are a blank. */
export function feedLineOf(row: Row): string {
  const portal = row['CRAWL_SOURCE']!.toLowerCase();
  const pictures = JSON.parse(row['IMAGES'] || '[]') as string[];
  return JSON.stringify({
    source: { domain: `${portal.replaceAll('_', '-')}.example`, name: portal },
    externalId: row['ID'],
    observedAt: '2019-08-27T00:00:00Z',
    status: 'ONLINE',
    description: row['DESCRIPTION'] || undefined,
    pictures: pictures.length > 0 ? pictures : undefined,
    transactionType: row['MARKETING_TYPE'] === 'RENT' ? 'RENT' : 'SELL',
    propertyType: TYPES[row['PROPERTY_TYPE']!],
    condition: row['NEW_BUILD'] === 'TRUE' ? 'NEW' : undefined,
    price: numberIn(row, 'PRICE'),
    currency: 'EUR',
    area: numberIn(row, 'SURFACE'),
    rooms: numberIn(row, 'ROOM_COUNT') || undefined,
    bedrooms: numberIn(row, 'BEDROOM_COUNT'),
    floor: numberIn(row, 'FLOOR'),
    features: {
      furnished: flagIn(row, 'FURNISHED'),
      elevator: flagIn(row, 'ELEVATOR'),
      terrace: row['TERRACE'] === '' ? undefined : true,
      garden: row['GARDEN'] === '' ? undefined : true,
      swimmingPool: row['SWIMMING_POOL'] === '' ? undefined : true,
      parking: row['PARKING'] === 'TRUE' ? true : undefined,
    },
    building: { constructionYear: numberIn(row, 'CONSTRUCTION_YEAR') },
    publisher: {
      type: PUBLISHERS[row['DEALER_TYPE']!],
      name: row['DEALER_NAME'] || undefined,
    },
    location: { cityName: 'Levallois-Perret', postalCode: '92300' },
  });
}

const TYPES: Readonly<Record<string, string>> = {
  APARTMENT: 'FLAT',
  HOUSE: 'HOUSE',
  BUILDING: 'BUILDING',
  PARKING: 'PARKING',
  PREMISES: 'COMMERCIAL_PREMISES',
};
const PUBLISHERS: Readonly<Record<string, string>> = {
  AGENCY: 'REAL_ESTATE_AGENCY',
  MANDATARY: 'MANDATED_AGENT',
  PRIVATE: 'PRIVATE_INDIVIDUAL',
};

function numberIn(row: Row, column: string): number | undefined {
  return row[column] === '' || row[column] === undefined ? undefined : Number(row[column]);
}

function flagIn(row: Row, column: string): boolean | undefined {
  return row[column] === '' || row[column] === undefined ? undefined : row[column] === 'TRUE';
}
