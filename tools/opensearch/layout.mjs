import path from 'node:path';

export const VERSION = '3.6.0';

/**
 * Where things lie. `home` belongs to one server. `software` holds what is fetched, which several homes may share; it is the home itself when not told.
 */
export function layout({ home, software = home }) {
  const [own, fetched] = [path.resolve(home), path.resolve(software)];
  return {
    home: own,
    node: path.join(own, 'node'), // all that the server writes; owned by the user it runs as
    state: path.join(own, 'server.json'),
    dist: path.join(fetched, `opensearch-${VERSION}`), // unpacked, never written to afterwards
    java: path.join(fetched, 'java'), // only where the machine has none that is new enough
  };
}
