import fs from 'node:fs';
import { gzipSync } from 'node:zlib';
import { asFeed, dropFeed } from '../../drop-feed.js';
import type { Deed } from './deed.js';

const ENDLESS_BYTES = 1_000_000_000;
/** A member of a bomb holds so much, and a bomb so many of them: without an end of a line, or of nothing else. */
const MEMBER_BYTES = 10_000_000;
const BOMBS = [
  { filler: ' ', members: 100 },
  { filler: '\n', members: 20 },
] as const;
const SOURCES = 2_000;
/** Of each costly kind and account: whoever drops files without an end is stopped by hand. */
const FILES = 2;
/** Reject files end in `.rejects.ndjson`, reasons in `.error.txt`; names have at most 255 bytes. */
const LONGEST_NAMES = [242, 254] as const;

/** Rude through the drop folder; every name comes before those of the town. */
export const FEED_DEEDS: Readonly<Record<string, Deed>> = {
  futures: feeds('states of the town observed in the year 2099', 5_000, Infinity, (n) => ({
    kind: 'ahead',
    content: asFeed(Array.from({ length: 3 }, (_, place) => ahead(1 + place + 3 * n))),
  })),
  endlessLines: feeds('a file of one line of a gigabyte', 10_000, FILES, () => ({
    kind: 'endless',
    content: (file) => {
      fs.writeFileSync(file, '{"source":');
      fs.truncateSync(file, ENDLESS_BYTES); // takes no room on the disk
    },
  })),
  bombs: feeds('far more than it seems, in gzip', 10_000, FILES, (n) => ({
    kind: 'bomb',
    content: bombOf(BOMBS[n % BOMBS.length]!),
  })),
  sourceNames: feeds('listings of thousands of sources', 10_000, FILES, (n, account) => ({
    kind: 'sources',
    content: asFeed(Array.from({ length: SOURCES }, (_, place) => elsewhere(`${n}-${place}-${account}`))),
  })),
  failingFiles: feeds('files that fail whenever they are read', 10_000, FILES, (n) => ({
    kind: 'fails',
    content: 'not a listing\n',
    nameLength: LONGEST_NAMES[n % LONGEST_NAMES.length]!,
  })),
};

interface RudeFile {
  readonly kind: string;
  readonly content: Parameters<typeof dropFeed>[2];
  readonly nameLength?: number;
}

/** @param most files of an account */
function feeds(says: string, pauseMs: number, most: number, make: (n: number, account: number) => RudeFile): Deed {
  return {
    says,
    clients: 1,
    pauseMs,
    act: ({ account: { number }, world, tally }, n) => {
      if (n >= most) return;
      const { kind, content, nameLength = 0 } = make(n, number);
      const name = `0-${kind}-${number}-${String(n).padStart(6, '0')}`;
      dropFeed(world.feedsFolder, name.padEnd(nameLength, 'x'), content);
      tally.sent += 1;
    },
  };
}

function ahead(home: number): string {
  const source = { domain: 'one.example', name: 'one' };
  return JSON.stringify({
    source,
    externalId: `home-${home}-0`,
    observedAt: '2099-01-01T00:00:00Z',
    status: 'OFFLINE',
  });
}

/** Far from the town: no polite alert looks there. */
function elsewhere(name: string): string {
  return JSON.stringify({
    source: { domain: `s${name}.rude.example`, name },
    externalId: 'x',
    observedAt: '2026-01-01T00:00:00Z',
    status: 'ONLINE',
    transactionType: 'SELL',
    propertyType: 'FLAT',
    price: 1,
    currency: 'EUR',
    location: { lat: 10 + (Number.parseInt(name, 10) % 50), lng: 10, accuracy: 'PRECISE' },
  });
}

/** Members of gzip one after the other are one stream (RFC 1952): the same bytes again and again. */
function bombOf({ filler, members }: (typeof BOMBS)[number]): Buffer {
  const member = gzipSync(Buffer.alloc(MEMBER_BYTES, filler), { level: 9 });
  return Buffer.concat(Array.from({ length: members }, () => member));
}
