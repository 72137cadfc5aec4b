/** One sort of chaos among all: its share of the minutes, and its options where they are not the defaults. */
export interface Part {
  readonly name: string;
  /** Of 1. */
  readonly share: number;
  readonly disturbs: string;
  readonly options?: Readonly<Partial<Record<'kills' | 'stops' | 'workers' | 'floor', number>>>;
}

/** More than any time allows: the minutes end these, not the number. */
const WITHOUT_END = 1_000_000;

/** What `npm run chaos -- all` plays, one after the other. A part whose sort there is not yet is said, and left out. */
export const PARTS: readonly Part[] = [
  { name: 'matching', share: 0.1, disturbs: 'workers killed and suspended', options: { kills: WITHOUT_END } },
  {
    name: 'usage',
    share: 0.1,
    disturbs: 'APIs killed, PostgreSQL stopped',
    // Of a killed API, as in the gate: on a busy machine its last batch may take longer than the 250 ms of a quiet one.
    options: { kills: WITHOUT_END, stops: WITHOUT_END / 5, floor: 1_500 },
  },
  {
    name: 'delivery',
    share: 0.15,
    disturbs: 'workers killed, PostgreSQL stopped and killed, receivers that fail',
    options: { kills: WITHOUT_END, stops: WITHOUT_END / 4 },
  },
  {
    name: 'indexing',
    share: 0.1,
    disturbs: 'workers killed, OpenSearch failing and cut off',
    options: { kills: WITHOUT_END },
  },
  {
    name: 'snapshots',
    share: 0.05,
    disturbs: 'workers and commands that read snapshots killed',
    options: { kills: WITHOUT_END },
  },
  { name: 'erasure', share: 0.1, disturbs: 'adverts erased while everything is killed' },
  { name: 'clocks', share: 0.1, disturbs: 'clocks three hours apart, everything killed' },
  { name: 'disk', share: 0.15, disturbs: 'the disk of PostgreSQL full' },
  { name: 'failover', share: 0.05, disturbs: 'PostgreSQL failed over to a replica' },
  { name: 'upgrade', share: 0.15, disturbs: 'the last release and this one at once, both killed' },
];
