import { useQuery } from '@tanstack/react-query';
import { api, ask } from './api.js';

/** Who asks, and what bounds it. */
export function useAccount() {
  return useQuery({ queryKey: ['account'], queryFn: ({ signal }) => ask(api.GET('/account', { signal })) });
}
