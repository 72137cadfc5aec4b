import { tilesOf, tilesTouched, type GeoBox } from '@gable/domain/geo';
import { keysWithin } from '@gable/search';

/** Map keys, from the first to below the second. */
export type KeyRange = readonly [from: number, below: number];

/** As many tiles as a view is covered with: finer ones cover little that is not in view. */
const MOST_TILES = 32;
/** Tiles some 40 km wide. Of a view that takes larger ones, whoever is in it is found sooner by reading everything. */
const LARGEST_TILES = 10;
const FINEST_TILES = 20;

/** Few stretches of map keys that hold all places in a box; null where the box is that of a country. */
export function keyRangesOf(box: GeoBox): KeyRange[] | null {
  let zoom = FINEST_TILES;
  while (zoom >= LARGEST_TILES && tilesTouched(box, zoom) > MOST_TILES) zoom -= 1;
  return zoom < LARGEST_TILES ? null : joined(tilesOf(box, zoom).map(keysWithin));
}

/** In their order, neighbours as one. */
function joined(ranges: KeyRange[]): KeyRange[] {
  const inOrder = ranges.sort(([one], [other]) => one - other);
  return inOrder.reduce<KeyRange[]>((done, [from, below]) => {
    const last = done.at(-1);
    return last?.[1] === from ? [...done.slice(0, -1), [last[0], below]] : [...done, [from, below]];
  }, []);
}
