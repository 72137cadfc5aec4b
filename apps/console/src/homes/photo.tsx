import { Box } from '@mantine/core';
import { useState } from 'react';
import { useConsoleConfig } from '../client/console-config.js';
import { useTexts } from '../texts/texts.js';
import { homeTexts } from './home-texts.js';
import './home-card.css';
import type { Listing } from './home-summary.js';

/** Two hues by kind, so that kinds can be told apart in a list. */
const HUES: Readonly<Record<string, readonly [number, number]>> = {
  FLAT: [172, 196],
  HOUSE: [24, 40],
  BUILDING: [210, 230],
  LAND: [95, 130],
  SHOP: [330, 350],
};

/** A photo where the operator lets photos be loaded from its host, else a drawing of such a home. */
export function Photo({
  url,
  propertyType,
  ratio = '16 / 10',
}: {
  url: string | undefined;
  propertyType: Listing['propertyType'];
  ratio?: string;
}) {
  const t = useTexts(homeTexts);
  const config = useConsoleConfig();
  const [failed, setFailed] = useState<string>();
  const isShown = url !== undefined && failed !== url && mayLoad(url, config?.imageOrigins ?? []);
  return (
    <Box style={{ aspectRatio: ratio, overflow: 'hidden' }}>
      {isShown ? (
        <img
          src={url}
          alt=""
          loading="lazy"
          referrerPolicy="no-referrer"
          style={{ width: '100%', height: '100%', objectFit: 'cover', display: 'block' }}
          onError={() => setFailed(url)}
        />
      ) : (
        <Drawing propertyType={propertyType} label={t.noPhoto} />
      )}
    </Box>
  );
}

/** Whether the content security policy lets an address through; asking in vain would only fill the log. */
export function mayLoad(url: string, origins: readonly string[]): boolean {
  if (!URL.canParse(url)) return false;
  const { origin, protocol } = new URL(url);
  return origin === location.origin || origins.includes(origin) || origins.includes(protocol);
}

function Drawing({ propertyType, label }: { propertyType: Listing['propertyType']; label: string }) {
  const [from, to] = HUES[propertyType ?? ''] ?? [255, 280];
  return (
    <svg
      className="home-drawing"
      viewBox="0 0 160 100"
      preserveAspectRatio="xMidYMax slice"
      role="img"
      aria-label={label}
      style={{ width: '100%', height: '100%', display: 'block' }}
    >
      <rect width="160" height="100" fill={`hsl(${from} 45% 86%)`} />
      <circle cx="128" cy="26" r="12" fill={`hsl(${to} 60% 94%)`} />
      {propertyType === 'HOUSE' ? (
        <g fill={`hsl(${to} 38% 58%)`}>
          <path d="M50 58 80 34l30 24v42H50z" />
          <path d="M73 100V78h14v22z" fill={`hsl(${from} 45% 90%)`} />
        </g>
      ) : propertyType === 'LAND' ? (
        <path d="M0 100V72q40-22 80-8t80-10v46z" fill={`hsl(${to} 38% 58%)`} />
      ) : (
        <g fill={`hsl(${to} 38% 58%)`}>
          <path d="M30 100V52h34v48zM64 100V30h38v70zM102 100V60h30v40z" />
          <g fill={`hsl(${from} 45% 90%)`}>
            {[40, 52, 64, 76].flatMap((y) =>
              [70, 80, 90].map((x) => <rect key={`${x}-${y}`} x={x} y={y} width="5" height="7" />),
            )}
          </g>
        </g>
      )}
    </svg>
  );
}
