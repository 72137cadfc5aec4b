/// <reference types="jest" />
import { leaveOut } from '../leave-out.js';
import { testServer } from './test-server.js';

/**
 * Specs against a real OpenSearch, whose address they get. Where it cannot be started they are left out and say so;
 * with CI=true that is a failure.
 */
export function describeOpenSearch(title: string, body: (url: string) => void): void {
  const server = testServer();
  if ('url' in server) return void describe(title, () => body(server.url));
  const reason = `needs an OpenSearch, which does not start: ${server.leftOut}`;
  if (process.env.CI === 'true')
    return void it(`${title}: has an OpenSearch to run on`, () => {
      throw new Error(`"${title}" ${reason}`);
    });
  leaveOut(title, reason, () => body('http://127.0.0.1:9'));
}
