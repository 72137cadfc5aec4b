import type { GeoJSONSource } from 'maplibre-gl';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import type { Schema } from '../client/api.js';
import { EmptyState } from '../feedback/empty-state.js';
import { useTexts } from '../texts/texts.js';
import { boundsOf, type Box } from './boxes.js';
import { circleFrom, drawnFeatures, type Circle } from './drawn-areas.js';
import { startDrawing, type DrawingMode } from './drawing.js';
import type maplibregl from './maplibre.js';
import { goTo, showBox } from './map-instance.js';
import { DRAWN } from './map-style.js';
import { mapTexts } from './map-texts.js';
import { Markers } from './markers.js';
import './map.css';
import { Names } from './names.js';
import { useOutlines, type View } from './use-map.js';
import { useMarkerWords } from './use-marker-words.js';
import { useOutlinesOn, useOwnMap } from './use-own-map.js';

export interface HomeMapProps {
  readonly cells: readonly Schema<'MapCell'>[];
  readonly shapes: readonly Schema<'Shape'>[];
  readonly circle: Circle | undefined;
  /** Shown first, and again whenever it is another object. */
  readonly box: Box;
  readonly lookedAt: string | undefined;
  readonly drawing: DrawingMode | null;
  readonly onMove: (view: View, isByReader: boolean) => void;
  readonly onHome: (uuid: string) => void;
  readonly onArea: (area: Schema<'Area'>) => void;
  readonly onCircle: (circle: Circle) => void;
  readonly children?: ReactNode;
}

/** Homes on the map. The window on it belongs to the reader; whoever shows it hears of every move. */
export default function HomeMap(props: HomeMapProps) {
  const { cells, shapes, circle, box, lookedAt, drawing, children } = props;
  const t = useTexts(mapTexts);
  const words = useMarkerWords();
  const [isDrawing, setDrawing] = useState(false);
  const [view, setView] = useState<View>();
  const outlines = useOutlines(view);
  const latest = useRef(props);
  latest.current = props;
  const own = useOwnMap(box, (moved, isByReader) => {
    setView(moved);
    props.onMove(moved, isByReader);
  });
  const { container, map, isReady, isImpossible } = own;
  const markers = useMemo(() => (map === undefined ? undefined : new Markers(map)), [map]);
  const names = useMemo(() => (map === undefined ? undefined : new Names(map)), [map]);

  useEffect(() => {
    // Not the box that this very map has just been moved to, which comes back from the address.
    if (map !== undefined && isElsewhere(map, box)) showBox(map, box);
  }, [map, box]);

  useOutlinesOn(own, outlines);
  useEffect(() => {
    if (isReady) names?.show(outlines);
  }, [isReady, outlines, names]);

  useEffect(() => {
    if (map === undefined || !isReady) return;
    void map.getSource<GeoJSONSource>(DRAWN)?.setData(drawnFeatures(shapes, circle));
  }, [map, isReady, shapes, circle]);

  useEffect(() => {
    if (map === undefined || markers === undefined) return;
    markers.show(cells, words, {
      onCell: (cell) => goTo(map, cell.boundingBox),
      onHome: (uuid) => latest.current.onHome(uuid),
    });
  }, [map, markers, cells, words]);

  useEffect(() => markers?.highlight(lookedAt), [markers, lookedAt, cells]);

  useEffect(() => {
    if (map === undefined || !isReady || drawing === null) return undefined;
    const stop = startDrawing(map, drawing, {
      onReady: () => setDrawing(true),
      onDrawn: (polygon) => {
        if (drawing === 'circle') latest.current.onCircle(circleFrom(polygon));
        else latest.current.onArea(polygon);
      },
    });
    return () => {
      setDrawing(false);
      stop();
    };
  }, [map, isReady, drawing]);

  if (isImpossible) return <EmptyState title={t.noMap} />;
  return (
    <section className="map-frame" aria-label={t.map} data-testid="map" data-ready={isReady} data-drawing={isDrawing}>
      <div ref={container} />
      {children}
    </section>
  );
}

/** Whether the map shows something else than a box. */
function isElsewhere(map: maplibregl.Map, box: Box): boolean {
  const [[west, south], [east, north]] = boundsOf(box);
  const bounds = map.getBounds();
  const differences = [
    bounds.getWest() - west,
    bounds.getEast() - east,
    bounds.getSouth() - south,
    bounds.getNorth() - north,
  ];
  return differences.some((difference) => Math.abs(difference) > 1e-3 * Math.max(1e-3, Math.abs(east - west)));
}
