import { ApiUnderTest, type Answer, type Asking } from './api-under-test.js';
import { SAMPLE_DIVISIONS } from './sample-homes.js';

export const ABSENT = '0199a1b2-0000-7000-8000-000000000001';
export const HOOK = 'https://receiver.example.com/hooks';
export const CRITERIA = { transactionType: { value: 'SELL' }, price: { max: 300_000 } };

/** An API with divisions, for whose name servers there is no name but those that `resolveHost` knows. */
export async function startAlertsApi(
  resolveHost: (name: string) => Promise<readonly string[]> = () => Promise.reject(new Error('ENOTFOUND')),
): Promise<ApiUnderTest> {
  const api = await ApiUnderTest.start({
    destinationAllowedNetworks: ['127.0.0.0/8'],
    destinationDeniedNetworks: ['127.6.6.0/24', '2a01:4f8:1::/48'],
    resolveHost,
  });
  await api.loadDivisions(SAMPLE_DIVISIONS);
  return api;
}

/** Alerts of an API under test, which is there once `api()` is asked: in a spec, not beside one. */
export function alertsOf(api: () => ApiUnderTest) {
  const post = (body: unknown, asking: Asking = {}) => api().ask('POST', '/alerts', { body, ...asking });
  const put = (id: string, body: unknown, asking: Asking = {}) =>
    api().ask('PUT', `/alerts/${id}`, { body, ...asking });
  return {
    post,
    put,
    get: (id: string, asking: Asking = {}) => api().ask('GET', `/alerts/${id}`, asking),

    /** @throws where it is not answered with 201 */
    async created(body: object, asking: Asking = {}): Promise<Answer['body']> {
      const answer = await post({ name: 'An alert', ...body }, asking);
      expect({ status: answer.status, body: answer.body }).toMatchObject({ status: 201 });
      return answer.body;
    },

    /** @throws where it is not answered with 200 */
    async changed(id: string, body: object): Promise<Answer['body']> {
      const answer = await put(id, body);
      expect({ status: answer.status, body: answer.body }).toMatchObject({ status: 200 });
      return answer.body;
    },

    /** The stored row, with its times and its transaction as texts. */
    rowOf: async (id: string) =>
      (
        await api().database.query<Record<string, unknown>>(
          'select *, active_since::text as since, xid::text as xid_text from alert where id = $1',
          [id],
        )
      )[0]!,
  };
}
