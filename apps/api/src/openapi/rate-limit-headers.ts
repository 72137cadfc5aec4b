import type { OpenAPIObject } from '@nestjs/swagger';

interface Operation {
  security?: object[];
  responses: Record<string, { headers?: Record<string, object> }>;
}

const HEADERS = {
  'RateLimit-Policy': {
    description:
      'How many requests a key may make (q) in how many seconds (w); draft-ietf-httpapi-ratelimit-headers. ' +
      'Absent if there is no limit.',
    schema: { type: 'string' },
    example: '"per-minute";q=600;w=60',
  },
  RateLimit: {
    description: 'How many requests remain (r) for how many seconds (t).',
    schema: { type: 'string' },
    example: '"per-minute";r=599;t=60',
  },
};

/** Writes to every operation with a key the headers that speak of its limit, on what succeeds and on 429. */
export function addRateLimitHeaders(document: OpenAPIObject): void {
  document.components = { ...document.components, headers: HEADERS };
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item as Record<string, Operation>));
  for (const { security, responses } of operations) {
    if (security === undefined || security.length === 0) continue;
    for (const [status, response] of Object.entries(responses)) {
      if (!status.startsWith('2') && status !== '429') continue;
      for (const name of Object.keys(HEADERS))
        response.headers = { ...response.headers, [name]: { $ref: `#/components/headers/${name}` } };
    }
  }
}
