import type { GroupingItem, GroupingStats } from './grouping-item.js';
import { level, type Level, type Signal } from './level.js';
import { textShingles, textSimilarity } from './text-shingles.js';

/** Costly signals, looked at only where nothing contradicts. Together they weigh the larger and 0.35 of the smaller: both come from one advert copied. */
export const COPY_SIGNALS = { text: compareText, pictures: comparePictures } satisfies Record<string, Signal>;

const TEXT_LEVELS: readonly (readonly [below: number, Level])[] = [
  [0.02, level('different', -1)], [0.1, level('a few common phrases', 0.7)], [0.25, level('common phrases', 2)],
  [0.5, level('alike', 4.5)], [0.8, level('largely the same', 7.5)],
];
const SAME_TEXT = level('the same', 10);
/** A shingle or a picture in more listings than this belongs to an agency or a building. */
const FREQUENT = 15;

function compareText({ listing: a }: GroupingItem, { listing: b }: GroupingItem, stats: GroupingStats): Level | undefined {
  const [inA, inB] = [textShingles(a), textShingles(b)];
  if (inA === undefined || inB === undefined) return undefined;
  const similarity = textSimilarity(inA, inB, (shingle) => (stats.listingsWithShingle?.(shingle) ?? 0) > FREQUENT);
  if (similarity === undefined) return undefined;
  for (const [below, found] of TEXT_LEVELS) if (similarity < below) return found;
  return SAME_TEXT;
}

const ONE_PICTURE = level('one shared', 5);
const SOME_PICTURES = level('some shared', 7.5);
const MOST_PICTURES = level('half or more shared', 9.5);

function comparePictures({ listing: a }: GroupingItem, { listing: b }: GroupingItem, stats: GroupingStats): Level | undefined {
  if (a.pictures === undefined || b.pictures === undefined) return undefined;
  const inB = new Set(b.pictures);
  let shared = 0;
  for (const picture of new Set(a.pictures)) if (inB.has(picture) && (stats.listingsWithPicture?.(picture) ?? 0) <= FREQUENT) shared++;
  if (shared === 0) return undefined;
  if (shared === 1) return ONE_PICTURE;
  return shared * 2 >= Math.min(a.pictures.length, b.pictures.length) ? MOST_PICTURES : SOME_PICTURES;
}
