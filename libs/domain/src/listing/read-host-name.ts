import { hostName, type Notes } from './feed-readers.js';

/** The domain of a source as lines of a feed are read: in lower case; undefined where it is no host name. */
export function readHostName(text: string): string | undefined {
  const notes: Notes = { violations: [], unknownFields: [] };
  return hostName(text, '', notes);
}
