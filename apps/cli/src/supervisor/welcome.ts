import type { DemoKeys } from './demo-keys.js';
import { firstRequest } from './first-request.js';

/**
 * What a start says when it is done. `search` is the body of one that finds something; undefined where the store is
 * empty.
 */
export function welcome(address: string, keys: DemoKeys, search: object | undefined): string {
  const key = keys.ROLE_API_CLIENT ?? keys.ROLE_SAAS_USER;
  return [
    '',
    'Demo keys:',
    ...Object.entries(keys).map(([role, key]) => `  ${role.padEnd(15)}  ${key ?? 'revoked'}`),
    '',
    ...(search === undefined
      ? [
          'The store is empty. Fill it, in a shell with the same GABLE_HOME:',
          '  npx gable divisions FILE',
          '  npx gable ingest FILE',
        ]
      : key === null
        ? []
        : ['Try a search:', firstRequest(address, key, search)]),
    '',
    // The key stands in the fragment, which a browser sends to nobody.
    `In the browser: ${address}/console/${key === null ? '' : `#key=${key}`}`,
    `Documentation: ${address}/docs`,
    `Gable is ready at ${address}`,
    '',
  ].join('\n');
}
