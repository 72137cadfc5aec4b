import { setTimeout as sleep } from 'node:timers/promises';
import type { INestApplicationContext } from '@nestjs/common';
import type { Logger } from '@gable/runtime';
import type { Caller } from './access/caller.js';
import { JSON_TYPE } from './http/negotiation.js';
import { POOLS } from './databases/pools.js';
import type { PublishedDocument } from './openapi/published-document.js';
import { PropertiesService } from './properties/properties.service.js';
import type { SearchRequest } from './properties/search-request.js';
import { searchResponse } from './properties/search-response.js';

/** Twice over all connections: the first time opens them, the second finds what the server has read for each. */
const ROUNDS = 2;
/** What a warm-up may take of a start. */
const LONGEST_MS = 3_000;
/** The account of nobody: it owns no shape, and nothing is billed to it. */
const NOBODY: Caller = {
  apiKeyUuid: '00000000-0000-0000-0000-000000000000',
  accountId: '00000000-0000-0000-0000-000000000000',
  role: 'ROLE_API_CLIENT',
  sources: [],
  scopes: [],
  requestsPerMinute: null,
  isOperator: false,
};
/** One of each way in which searches are read and planned. */
const SEARCHES: readonly object[] = [
  {},
  { transactionType: 'SELL', price: { gte: 100_000, lte: 300_000 }, rooms: { gte: 2 }, page: 2 },
  {
    searchMode: 'advanced',
    criteria: { operator: 'OR', children: [{ price: { max: 300_000 } }, { rooms: { min: 2 } }] },
  },
  { propertyTypes: ['FLAT'], area: { gte: 30 }, sort: { field: 'PRICE', direction: 'ASC' } },
];

/**
 * Does once, before the process listens, what its first requests would wait for: connections are opened, classes read,
 * functions compiled, the OpenAPI document made. A process that was started among many clients meets all of them at
 * once. What fails is left to the requests: they say what is wrong.
 */
export async function warmUp(
  app: Pick<INestApplicationContext, 'get'>,
  published: PublishedDocument,
  log: Pick<Logger, 'warn'>,
  longestMs = LONGEST_MS,
): Promise<void> {
  try {
    published.prepare();
    const properties = app.get(PropertiesService);
    const searches = async () => {
      for (let round = 0; round < ROUNDS; round += 1)
        await Promise.all(Array.from({ length: POOLS.search.slots }, (_, n) => search(properties, n)));
    };
    // Where a search takes long, clients that can wait are better off than those that find nobody.
    await Promise.race([searches(), sleep(longestMs, undefined, { ref: false })]);
  } catch (error) {
    log.warn({ err: error }, 'the API could not warm up; its first requests take longer');
  }
}

async function search(properties: PropertiesService, n: number): Promise<void> {
  const body = { ...SEARCHES[n % SEARCHES.length] } as SearchRequest;
  const { answer: page } = await properties.search(NOBODY, body);
  JSON.stringify(searchResponse(JSON_TYPE, page, ''));
}
