import { createHash } from 'node:crypto';
import { MAPPING, MAPPING_VERSION } from './mapping.js';

// An index of another version is made anew. One that lacks a field refuses documents, so whoever changes the mapping
// raises MAPPING_VERSION, and writes the fingerprint of the new one here.
it('has the version of its fields: a field more, fewer or of another type is another version', () => {
  const { [`mapping${MAPPING_VERSION}`]: _version, ...properties } = MAPPING.properties as Record<string, unknown>;
  const fingerprint = createHash('sha256')
    .update(JSON.stringify(sorted(properties)))
    .digest('hex')
    .slice(0, 16);
  expect({ version: MAPPING_VERSION, fingerprint }).toEqual({ version: 5, fingerprint: '15897dcaabfc380b' });
});

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]));
}
