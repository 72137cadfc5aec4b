import type { MetricValues } from '@gable/runtime';

/** What a process that answers says to its supervisor. A socket that listens goes with `lent`, where it has one. */
export type ToSupervisor =
  | { readonly type: 'wants-to-listen' }
  | { readonly type: 'answers' }
  | { readonly type: 'listening'; readonly port: number } // announcePort, also of one that waits for a schema
  | { readonly type: 'lent' }
  | { readonly type: 'connections'; readonly open: number }
  | { readonly type: 'metrics'; readonly values: readonly MetricValues[] }
  | { readonly type: 'wants-metrics'; readonly question: number };

/** What the supervisor says. With `listen` goes the socket; without one the process opens it. */
export type ToProcess =
  | { readonly type: 'listen' }
  | { readonly type: 'lend' }
  | { readonly type: 'fewest-connections'; readonly open: number }
  | { readonly type: 'metrics' }
  | { readonly type: 'metrics-of-all'; readonly question: number; readonly text: string | null };
