import { useComputedColorScheme } from '@mantine/core';
import type { GeoJSONSource } from 'maplibre-gl';
import { useEffect, useRef, useState, type RefObject } from 'react';
import type { Schema } from '../client/api.js';
import { useConsoleConfig } from '../client/console-config.js';
import type { Box } from './boxes.js';
import type maplibregl from './maplibre.js';
import { createMap } from './map-instance.js';
import { OUTLINES } from './map-style.js';
import type { View } from './use-map.js';

interface OwnMap {
  /** Of the element that holds the map. */
  readonly container: RefObject<HTMLDivElement | null>;
  readonly map: maplibregl.Map | undefined;
  /** Layers can be filled. */
  readonly isReady: boolean;
  /** The browser has no WebGL. */
  readonly isImpossible: boolean;
}

/** A map for as long as its element stands; made anew for another ground alone. */
export function useOwnMap(box: Box, onMove: (view: View, isByReader: boolean) => void): OwnMap {
  const config = useConsoleConfig();
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const container = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<maplibregl.Map>();
  const [isReady, setReady] = useState(false);
  const [isImpossible, setImpossible] = useState(false);
  const latest = useRef({ box, onMove });
  latest.current = { box, onMove };

  useEffect(() => {
    if (config === undefined || container.current === null) return undefined;
    try {
      const made = createMap({
        container: container.current,
        config,
        scheme,
        box: latest.current.box,
        onMove: (view, isByReader) => latest.current.onMove(view, isByReader),
        onReady: () => setReady(true),
      });
      setMap(made);
      return () => {
        setReady(false);
        setMap(undefined);
        made.remove();
      };
    } catch {
      setImpossible(true);
      return undefined;
    }
  }, [config, scheme]);
  return { container, map, isReady, isImpossible };
}

/** Draws the outlines of divisions on a map; each bears the id of its division. */
export function useOutlinesOn({ map, isReady }: OwnMap, outlines: readonly Schema<'OutlinedDivision'>[]): void {
  useEffect(() => {
    if (map === undefined || !isReady) return;
    const features = outlines.map(({ id, geometry }) => ({
      type: 'Feature' as const,
      id,
      properties: {},
      geometry: geometry as never,
    }));
    void map.getSource<GeoJSONSource>(OUTLINES)?.setData({ type: 'FeatureCollection', features });
  }, [map, isReady, outlines]);
}
