import { Button, Group, Stack, Text } from '@mantine/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Schema } from '../client/api.js';
import { EmptyState } from '../feedback/empty-state.js';
import { useTexts } from '../texts/texts.js';
import type { Box } from './boxes.js';
import './map.css';
import { mapTexts } from './map-texts.js';
import { Names } from './names.js';
import { useOutlines, type View } from './use-map.js';
import { useOutlinesOn, useOwnMap } from './use-own-map.js';

type Outlined = Schema<'OutlinedDivision'>;

/** Divisions on the map, one of which is picked by a click on it or by its name. */
export default function PlaceMap({
  box,
  mayBePicked,
  onPick,
}: {
  /** Shown first. */
  box: Box;
  mayBePicked: (division: Outlined) => boolean;
  onPick: (id: number) => void;
}) {
  const t = useTexts(mapTexts);
  const [view, setView] = useState<View>();
  const [under, setUnder] = useState<readonly Outlined[]>([]);
  const outlines = useOutlines(view, { isGround: false });
  const places = useMemo(() => outlines.filter(mayBePicked), [outlines, mayBePicked]);
  const own = useOwnMap(box, setView);
  const { container, map, isReady, isImpossible } = own;
  const latest = useRef({ places, onPick });
  latest.current = { places, onPick };
  useOutlinesOn(own, outlines);
  const names = useMemo(
    () => (map === undefined ? undefined : new Names(map, ({ id }) => latest.current.onPick(id))),
    [map],
  );
  useEffect(() => names?.show(places), [names, places]);

  useEffect(() => {
    if (map === undefined || !isReady) return undefined;
    const listening = map.on('click', 'outlines', ({ point }) => {
      const ids = new Set(map.queryRenderedFeatures(point, { layers: ['outlines'] }).map(({ id }) => id));
      const found = latest.current.places.filter(({ id }) => ids.has(id));
      if (found.length === 1) latest.current.onPick(found[0]!.id);
      else setUnder(found);
    });
    return () => listening.unsubscribe();
  }, [map, isReady]);

  if (isImpossible) return <EmptyState title={t.noPlaceMap} />;
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        {t.placeHint}
      </Text>
      <section
        className="map-frame place-map"
        aria-label={t.placeMap}
        data-testid="place-map"
        data-ready={isReady && places.length > 0}
      >
        <div ref={container} />
      </section>
      {under.length > 0 && (
        <Group gap="xs" role="group" aria-label={t.placesThere}>
          <Text size="sm">{t.placesThere}</Text>
          {under.map(({ id, name }) => (
            <Button key={id} size="compact-sm" variant="light" onClick={() => onPick(id)}>
              {name}
            </Button>
          ))}
        </Group>
      )}
    </Stack>
  );
}
