import { parseFeedLine, type FeedState } from '@gable/domain/listing';
import { pointInArea, type AreaGeometry } from '@gable/domain/geo';
import type { GroupingItem } from '@gable/domain/grouping';
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';

/** One half of València is learned from, the other is scored, and the other way round. */
export type Half = 'A' | 'B';

/** A listing whose home is known. */
export interface ValenciaListing extends GroupingItem {
  readonly home: string;
  /** The month it stands under: 03, 06, 09 or 12. */
  readonly quarter: string;
  readonly half: Half;
}

/** The quarters whose properties are well labelled (docs/grouping.md); pairs within one of them are learned from. */
export const LABELLED_QUARTERS: readonly string[] = ['03', '12'];

interface NeighborhoodLine {
  readonly id: number;
  readonly name: string;
  readonly type: string;
  readonly geometry: AreaGeometry;
}

/** València's neighbourhoods in the order of their ids, in turn one of half A, one of half B. */
function readHalves(folder: string): { name: string; half: Half; geometry: AreaGeometry }[] {
  return readLines(folder, 'divisions.ndjson.gz')
    .map((line) => JSON.parse(line) as NeighborhoodLine)
    .filter(({ type, id }) => type === 'NEIGHBORHOOD' && String(id).startsWith('46250'))
    .sort((a, b) => a.id - b.id)
    .map(({ name, geometry }, place) => ({ name, half: place % 2 === 0 ? 'A' : 'B', geometry }));
}

/**
 * All listings of València in the order of the feed. One outside of every neighbourhood (moved there by the masking of
 * its point) counts to half A.
 */
export function readValencia(folder: string): ValenciaListing[] {
  const halves = readHalves(folder);
  const homes = new Map(
    readLines(folder, 'valencia-2018-dwellings.csv.gz')
      .slice(1)
      .map((line) => line.split(',') as [string, string]),
  );
  return readFeed(folder, 'valencia-2018.ndjson.gz').map(({ externalId, observedAt, listing }) => {
    const { lat = 0, lng = 0 } = listing.location ?? {};
    const half = halves.find(({ geometry }) => pointInArea({ lat, lng }, geometry))?.half ?? 'A';
    return {
      id: externalId,
      sourceId: 'idealista',
      listing,
      home: homes.get(externalId)!,
      quarter: observedAt.slice(5, 7),
      half,
    };
  });
}

/** The states of a feed of the folder, as ingest reads them. */
export function readFeed(folder: string, file: string): FeedState[] {
  return readLines(folder, file).map((line) => {
    const parsed = parseFeedLine(line);
    if (!parsed.ok) throw new Error(`${file}: ${JSON.stringify(parsed.violations)}`);
    return parsed.value;
  });
}

function readLines(folder: string, file: string): string[] {
  return zlib
    .gunzipSync(fs.readFileSync(path.join(folder, file)))
    .toString('utf8')
    .trim()
    .split('\n');
}
