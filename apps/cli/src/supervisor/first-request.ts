import { DEMO_SEARCH } from '@gable/demo';

/** Where the demo is not what is stored, a search that any stored sale answers. */
const ANY_SALE = { transactionType: 'SELL', size: 5 };

/** A request to paste into a shell; tried first, so that it really finds something. */
export async function firstRequest(address: string, apiKey: string): Promise<string> {
  const search = (await findsSomething(address, apiKey, DEMO_SEARCH)) ? DEMO_SEARCH : ANY_SALE;
  return [
    `curl -s ${address}/properties \\`,
    `  -H 'X-API-Key: ${apiKey}' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${JSON.stringify(search)}'`,
  ].join('\n');
}

async function findsSomething(address: string, apiKey: string, search: object): Promise<boolean> {
  try {
    const response = await fetch(`${address}/properties/count`, {
      method: 'POST',
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      body: JSON.stringify(search),
      signal: AbortSignal.timeout(5_000),
    });
    const { totalItems } = (await response.json()) as { totalItems?: number };
    return (totalItems ?? 0) > 0;
  } catch {
    return false;
  }
}
