import { Button, CloseButton, Group, Paper, Text } from '@mantine/core';
import { lazy, Suspense, useMemo, useState } from 'react';
import { loadCode } from '../../client/lazy-code.js';
import { api, ask, type Schema } from '../../client/api.js';
import { useMutation } from '../../client/use-mutation.js';
import { useQuery } from '../../client/use-query.js';
import type { CriteriaNode } from '../../criteria/node-path.js';
import { stating } from '../../criteria/stated-conditions.js';
import { Loading } from '../../feedback/loading.js';
import { ProblemNotice } from '../../feedback/problem-notice.js';
import { HomeCard } from '../../homes/home-card.js';
import { boxOfMost, withMargin, WORLD, type Box } from '../../map/boxes.js';
import { circleOf, shapeIdsOf } from '../../map/drawn-areas.js';
import type { DrawingMode } from '../../map/drawing.js';
import { mapTexts } from '../../map/map-texts.js';
import { useCells, useOverview, useShapes, type View } from '../../map/use-map.js';
import { useFormats } from '../../texts/formats.js';
import { useTexts } from '../../texts/texts.js';

const HomeMap = lazy(() => loadCode(() => import('../../map/home-map.js')));

/** The map of a search: what lies in view, drawn areas, and one home that was picked. */
export function SearchMap({
  criteria,
  box,
  lookedAt,
  onBox,
  onCriteria,
}: {
  criteria: CriteriaNode;
  box: Box | undefined;
  lookedAt: string | undefined;
  onBox: (box: Box) => void;
  onCriteria: (criteria: CriteriaNode) => void;
}) {
  const t = useTexts(mapTexts);
  const formats = useFormats();
  const [view, setView] = useState<View>();
  const [drawing, setDrawing] = useState<DrawingMode | null>(null);
  const [picked, setPicked] = useState<string>();
  const overview = useOverview(criteria, box === undefined);
  const cells = useCells(criteria, view);
  const shapeIds = shapeIdsOf(criteria);
  const shapes = useShapes(shapeIds);
  const circle = circleOf(criteria);
  const [first] = useState(box);
  const drawn = useMutation({
    mutationFn: (geometry: Schema<'Area'>) =>
      ask(api.POST('/geo/shapes', { body: { name: t.areaDrawn(formats.dateTime(Date.now())), geometry } })),
    onSuccess: ({ id }) => {
      setDrawing(null);
      onCriteria(stating(criteria, 'shapes', { includedGeoShapeIds: [...shapeIds, id] }));
    },
    onError: () => setDrawing(null),
  });
  const { data: all } = overview;
  const most = useMemo(() => all && withMargin(boxOfMost(all.cells) ?? first ?? WORLD), [all, first]);
  const shown = box ?? most;
  if (shown === undefined) return overview.error !== null ? <ProblemNotice error={overview.error} /> : <Loading />;
  const hasDrawn = shapeIds.length > 0 || circle !== undefined;
  return (
    <Suspense fallback={<Loading />}>
      <HomeMap
        cells={cells.data?.cells ?? []}
        shapes={shapes}
        circle={circle}
        box={shown}
        lookedAt={lookedAt ?? picked}
        drawing={drawing}
        onMove={(moved, isByReader) => {
          setView(moved);
          if (isByReader) onBox(moved.box);
        }}
        onHome={setPicked}
        onArea={(area) => drawn.mutate(area)}
        onCircle={({ latitude, longitude, radiusMeters }) => {
          setDrawing(null);
          onCriteria(stating(criteria, 'circle', { centerPoint: { latitude, longitude }, radiusMeters }));
        }}
      >
        <Paper className="map-tools" p={6} shadow="sm" withBorder>
          <Group gap={6}>
            {drawing === null ? (
              <>
                <Button size="compact-sm" variant="default" onClick={() => setDrawing('polygon')}>
                  {t.drawArea}
                </Button>
                <Button size="compact-sm" variant="default" onClick={() => setDrawing('circle')}>
                  {t.drawCircle}
                </Button>
                {hasDrawn && (
                  <Button
                    size="compact-sm"
                    variant="light"
                    onClick={() => onCriteria(stating(stating(criteria, 'shapes', undefined), 'circle', undefined))}
                  >
                    {t.removeDrawn}
                  </Button>
                )}
              </>
            ) : (
              <>
                <Text size="sm" role="status">
                  {drawing === 'polygon' ? t.areaHint : t.circleHint}
                </Text>
                <Button size="compact-sm" onClick={() => setDrawing(null)}>
                  {t.stopDrawing}
                </Button>
              </>
            )}
          </Group>
          {box === undefined && all !== undefined && all.withoutPoint > 0 && drawing === null && (
            <Text size="xs" mt={4} role="note">
              {t.withoutPoint(formats.number(all.withoutPoint))}
            </Text>
          )}
          {drawn.error !== null && <ProblemNotice error={drawn.error} />}
          {cells.error !== null && <ProblemNotice error={cells.error} />}
        </Paper>
        {picked !== undefined && <PickedHome uuid={picked} onClose={() => setPicked(undefined)} />}
      </HomeMap>
    </Suspense>
  );
}

function PickedHome({ uuid, onClose }: { uuid: string; onClose: () => void }) {
  const t = useTexts(mapTexts);
  const { data, error } = useQuery({
    queryKey: ['property', uuid],
    queryFn: ({ signal }) =>
      ask(api.GET('/properties/{uuid}', { params: { path: { uuid } }, signal })) as Promise<Schema<'PropertyRecord'>>,
  });
  return (
    <div className="map-card">
      <Paper shadow="md" pos="relative">
        <CloseButton
          aria-label={t.close}
          onClick={onClose}
          pos="absolute"
          top={6}
          right={6}
          variant="filled"
          style={{ zIndex: 1 }}
        />
        {error !== null ? (
          <ProblemNotice error={error} />
        ) : data === undefined ? (
          <Loading />
        ) : (
          <HomeCard property={data} />
        )}
      </Paper>
    </div>
  );
}
