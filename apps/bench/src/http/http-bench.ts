import type { Database } from '@gable/persistence';
import type { ApiProcess } from '../harness/api-process.js';
import type { Request } from 'autocannon';

/** What a part of the HTTP bench works on: one real API process and its database, and how long it may measure. */
export interface HttpBench {
  readonly database: Database;
  readonly api: ApiProcess;
  readonly seconds: number;
  readonly databaseUrl: string;
  /** Behind the port of the API. */
  readonly processes: number;
  /** A built checkout of another version, for the part that compares. */
  readonly against: string | undefined;
  /** What a case has in its name, for the part beside a service by hand. */
  readonly cases: string;
}

/** The headers of a request with a key. */
export const headersOf = (apiKey: string) => ({
  'x-api-key': apiKey,
  'content-type': 'application/json',
  accept: 'application/json',
});

/** A search as autocannon and fetch send it. */
export const searchRequest = (apiKey: string, body: object) =>
  ({
    method: 'POST',
    path: '/properties',
    headers: headersOf(apiKey),
    body: JSON.stringify(body),
  }) satisfies Request;

interface FirstPage {
  readonly items: { readonly uuid: string }[];
  readonly cursor?: unknown;
}

/** The first page of a search. @throws where it is not answered with 200 */
export async function firstPage(url: string, { path: address, ...request }: Request): Promise<FirstPage> {
  const response = await fetch(url + address!, request);
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  return (await response.json()) as FirstPage;
}
