import { api, ask } from './api.js';
import { useQuery } from './use-query.js';

/** Who asks, and what bounds it. */
export function useAccount() {
  return useQuery({ queryKey: ['account'], queryFn: ({ signal }) => ask(api.GET('/account', { signal })) });
}
