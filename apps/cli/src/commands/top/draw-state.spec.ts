import { drawState, span } from './draw-state.js';
import { ratesBetween, type State } from './read-state.js';

const at = new Date('2026-11-24T04:00:00.000Z');
const backlog = { waiting: 0, lagSeconds: 0 };

const CALM: State = {
  at,
  stages: [
    { stage: 'ingest', processes: 1, ...backlog },
    { stage: 'matching', processes: 1, waiting: 12, lagSeconds: 0.4 },
    { stage: 'delivery', processes: 1, ...backlog },
    { stage: 'upkeep', processes: 1, waiting: null, lagSeconds: null },
  ],
  unattended: [],
  workers: [
    {
      ...{ host: 'north', pid: 41, stages: ['ingest', 'matching', 'delivery', 'upkeep'] },
      ...{ startedAt: new Date(at.getTime() - 3_600_000), seenAt: at },
    },
  ],
  written: { states: 100, events: 10, deliveries: 5 },
  deliveryPause: null,
  openBreakers: 0,
  switchedOff: 0,
  slowestOrigins: [{ origin: 'https://hooks.example', overdueSeconds: 2, isProbed: false, accounts: 1 }],
  sources: [
    {
      ...{ domain: 'portal.example', ageSeconds: 7_300, staleAfterSeconds: 172_800 },
      ...{ listingsOnline: 4_200, rejectsOfLastDay: 3 },
    },
  ],
  server: {
    ...{ maxConnections: 100, active: 1, idle: 20, inTransaction: 0, ofOtherDatabases: 0 },
    ...{ lockWaits: 0, longestLockWaitSeconds: 0, oldestTransactionIdSeconds: 0, oldestSnapshotSeconds: 0.1 },
  },
  locks: [
    {
      ...{ lock: 'dropFolder', worker: null, isShared: false, isHeld: true },
      ...{ pid: 77, applicationName: 'gable worker', host: '10.0.0.3', seconds: 1 },
    },
  ],
  blocked: [],
};
const wide = { columns: 120, rows: 60, hasColor: false };

it('draws a calm state without a single warning, and says who runs and holds what', () => {
  const lines = drawState(CALM, { states: 12.5, events: 3, deliveries: 0.5 }, wide);
  expect(lines[0]).toBe('gable  2026-11-24T04:00:00Z  12.5 states/s  3 events/s  0.5 deliveries/s');
  expect(lines.filter((line) => line.startsWith('!'))).toEqual([]);
  expect(lines).toContain('  matching         1        12     0.4 s');
  expect(lines).toContain('  worker 41 at north, for 60 min: ingest matching delivery upkeep');
  expect(lines).toContain('  lock dropFolder: gable worker 77 at 10.0.0.3');
});

it('marks what needs somebody by a sign, with and without colour', () => {
  const trouble: State = {
    ...CALM,
    stages: [{ stage: 'matching', processes: 0, waiting: 90_000, lagSeconds: 4_000 }],
    deliveryPause: { pausedAt: at, pausedBy: 'ada' },
    slowestOrigins: [{ origin: null, overdueSeconds: 300, isProbed: true, accounts: 2 }],
    sources: [{ ...CALM.sources[0]!, ageSeconds: 200_000 }],
    server: { ...CALM.server, idle: 95, oldestTransactionIdSeconds: 61 },
    blocked: [
      {
        ...{ pid: 5, applicationName: 'gable api search', lockType: 'relation', mode: 'AccessShareLock' },
        ...{ name: 'listing', seconds: 9, blockedBy: [6, 7] },
      },
    ],
  };
  const marked = drawState(trouble, null, wide).filter((line) => line.startsWith('!'));
  expect(marked).toEqual([
    '! matching         0     90000    67 min  nobody runs it',
    '! nothing is sent since 2026-11-24T04:00:00.000Z (ada)',
    '!   5 min overdue  mails (2 accounts, only probed)',
    expect.stringContaining('portal.example'),
    expect.stringContaining('DATABASE 96 of 100 connections'),
    expect.stringContaining('oldest transaction id 61 s'),
    '! gable api search 5 waits 9 s for listing (AccessShareLock), held by 6 7',
  ]);
  const colored = drawState(trouble, null, { ...wide, hasColor: true }).join('\n');
  expect(colored.replace(/\u001b\[\d+m/g, '')).toBe(drawState(trouble, null, wide).join('\n'));
});

it('never draws a line wider or more lines than the window has', () => {
  for (const columns of [20, 33, 80])
    for (const rows of [4, 9, 24]) {
      const lines = drawState(CALM, null, { columns, rows, hasColor: false });
      expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(columns);
      expect(lines.length).toBeLessThanOrEqual(rows);
    }
});

it('lets no control character of a source or receiver reach the terminal', () => {
  const sources = [{ ...CALM.sources[0]!, domain: 'evil\u001b[2J\u009b.example' }];
  const line = drawState({ ...CALM, sources }, null, wide).find((each) => each.includes('evil'));
  expect(line).toMatch(/evil\?\[2J\?\.example$/);
});

it('says rates between two states, and none where the server began to count anew', () => {
  const later = (seconds: number, states: number): State => ({
    ...CALM,
    at: new Date(at.getTime() + seconds * 1_000),
    written: { ...CALM.written, states },
  });
  expect(ratesBetween(CALM, later(4, 150))).toEqual({ states: 12.5, events: 0, deliveries: 0 });
  expect(ratesBetween(CALM, later(4, 0))).toBeNull();
  expect(ratesBetween(undefined, CALM)).toBeNull();
});

it('writes a length of time shortly', () => {
  expect([0, 9.96, 61, 119.6, 600, 7_199, 90_000, 200_000].map(span)).toEqual([
    '0 s',
    '10 s',
    '61 s',
    '120 s',
    '10 min',
    '120 min',
    '25 h',
    '2 d',
  ]);
});
