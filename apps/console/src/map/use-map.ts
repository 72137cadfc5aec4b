import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { api, ask, type Schema } from '../client/api.js';
import { useQuery } from '../client/use-query.js';
import { useConsoleConfig } from '../client/console-config.js';
import type { CriteriaNode } from '../criteria/node-path.js';
import { boxAround, WORLD, zoomWithin, type Box } from './boxes.js';

/** What a window on the map shows. */
export interface View {
  readonly box: Box;
  readonly zoom: number;
}

/** The homes of a window in cells; prices and rents apart where the conditions name no deal. */
export function useCells(criteria: CriteriaNode, view: View | undefined) {
  const byTransactionType = criteria.transactionType?.value == null;
  return useQuery({
    queryKey: ['map', criteria, view],
    queryFn: ({ signal }) => askMap(criteria, view!, signal, { byTransactionType }),
    enabled: view !== undefined,
    placeholderData: keepPreviousData,
  });
}

/**
 * All homes in cells: where to look first, and how many homes have no place. The cells of the world are as large as a
 * country, so those that hold the homes are looked at closer, until they say where in them the homes are.
 */
export function useOverview(criteria: CriteriaNode, isWanted: boolean) {
  return useQuery({
    queryKey: ['map', criteria, 'overview'],
    queryFn: async ({ signal }) => {
      const world = await askMap(criteria, { box: WORLD, zoom: WORLD_ZOOM }, signal, { countWithoutPoint: true });
      let cells = world.cells;
      for (let look = 0, zoom = WORLD_ZOOM; look < CLOSER_LOOKS; look += 1) {
        const box = boxAround(cells);
        if (box === undefined || zoomWithin(box) <= zoom) break;
        zoom = zoomWithin(box);
        ({ cells } = await askMap(criteria, { box, zoom }, signal));
      }
      return { cells, withoutPoint: world.withoutPoint ?? 0 };
    },
    enabled: isWanted,
    placeholderData: keepPreviousData, // the map stays where it is meanwhile
  });
}
const WORLD_ZOOM = 4;
const CLOSER_LOOKS = 2;

const NO_OUTLINES: readonly Schema<'OutlinedDivision'>[] = [];

/** Outlines of divisions: as the ground only where the operator names no other. */
export function useOutlines(view: View | undefined, { isGround = true } = {}): readonly Schema<'OutlinedDivision'>[] {
  const config = useConsoleConfig();
  const isWanted = !isGround || (config !== undefined && config.mapStyleUrl === null && config.mapTilesUrl === null);
  const { data = NO_OUTLINES } = useQuery({
    queryKey: ['outlines', view?.box],
    queryFn: ({ signal }) => ask(api.GET('/geo/outlines', { params: { query: { ...view!.box, limit: 500 } }, signal })),
    enabled: isWanted && view !== undefined,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  });
  return data;
}

/** Drawn areas by their ids, as far as they are known yet. */
export function useShapes(ids: readonly string[]): readonly Schema<'Shape'>[] {
  return useQueries({
    queries: ids.map((id) => ({
      queryKey: ['shape', id],
      queryFn: () => ask(api.GET('/geo/shapes/{id}', { params: { path: { id } } })),
      staleTime: Infinity,
    })),
    combine: (answers) => answers.flatMap(({ data }) => (data === undefined ? [] : [data])),
  });
}

function askMap(
  criteria: CriteriaNode,
  { box, zoom }: View,
  signal: AbortSignal,
  { countWithoutPoint = false, byTransactionType = false } = {},
) {
  return ask(
    api.POST('/properties/map', {
      body: { searchMode: 'advanced', criteria, boundingBox: box, zoom, countWithoutPoint, byTransactionType },
      signal,
    }),
  );
}
