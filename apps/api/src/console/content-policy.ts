import type { Config } from '@gable/runtime';

type Settings = Pick<Config, 'mapStyleUrl' | 'mapTilesUrl' | 'mapOrigins' | 'consoleImageOrigins'>;

/**
 * What the page may load: itself, and what the operator named. Styles may stand in the page, because its library of
 * components writes them there; scripts may not.
 */
export function contentPolicy({ mapStyleUrl, mapTilesUrl, mapOrigins, consoleImageOrigins }: Settings): string {
  const map = [...[mapStyleUrl, mapTilesUrl].filter((url) => url !== undefined).map(originOf), ...mapOrigins];
  const directives: Readonly<Record<string, readonly string[]>> = {
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', ...map, ...consoleImageOrigins],
    'connect-src': ["'self'", ...map],
    'font-src': ["'self'"],
    'worker-src': ["'self'"],
    'manifest-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${[...new Set(sources)].join(' ')}`)
    .join('; ');
}

function originOf(url: string): string {
  return new URL(url).origin;
}
