import path from 'node:path';

/** The OpenSearch that is fetched and run. */
export const VERSION = '3.6.0';

/** Where the files of one server lie. */
export interface Layout {
  readonly home: string;
  /** All that the server writes; owned by the user it runs as. */
  readonly node: string;
  readonly state: string;
  /** The unpacked distribution, never written to afterwards. */
  readonly dist: string;
  /** A fetched Java, only where the machine has none that is new enough. */
  readonly java: string;
}

/**
 * `home` belongs to one server. `software` holds what is fetched, which several homes may share; by default it is the
 * home itself.
 */
export function layout({ home, software = home }: { home: string; software?: string }): Layout {
  const [own, fetched] = [path.resolve(home), path.resolve(software)];
  return {
    home: own,
    node: path.join(own, 'node'),
    state: path.join(own, 'server.json'),
    dist: path.join(fetched, `opensearch-${VERSION}`),
    java: path.join(fetched, 'java'),
  };
}
