import { lazy, Suspense } from 'react';
import { loadCode } from '../../client/lazy-code.js';
import type { Schema } from '../../client/api.js';
import { Loading } from '../../feedback/loading.js';
import { ProblemNotice } from '../../feedback/problem-notice.js';
import { boxOfMost, withMargin, WORLD, type Box } from '../../map/boxes.js';
import { useOverview } from '../../map/use-map.js';
import { PLACE_TYPES } from './market-state.js';

const PlaceMap = lazy(() => loadCode(() => import('../../map/place-map.js')));

const EVERYTHING = {};
/** Degrees around a place that is picked already. */
const AROUND = 0.25;

/** The map to pick a place on: around the one that is picked, or where most homes are. Its code comes with it. */
export function PlaceOnMap({ place, onPick }: { place: Schema<'Division'> | undefined; onPick: (id: number) => void }) {
  const centroid = place?.centroid ?? undefined;
  const { data: all, error } = useOverview(EVERYTHING, centroid === undefined);
  if (error !== null) return <ProblemNotice error={error} />;
  if (centroid === undefined && all === undefined) return <Loading />;
  const box = centroid === undefined ? withMargin(boxOfMost(all!.cells) ?? WORLD) : around(centroid);
  return (
    <Suspense fallback={<Loading />}>
      <PlaceMap box={box} mayBePicked={mayBePicked} onPick={onPick} />
    </Suspense>
  );
}

const mayBePicked = ({ type }: Schema<'OutlinedDivision'>): boolean =>
  PLACE_TYPES.some((pickable) => pickable === type);

function around({ lat, lng }: Schema<'Centroid'>): Box {
  return { north: lat + AROUND, south: lat - AROUND, east: lng + AROUND, west: lng - AROUND };
}
