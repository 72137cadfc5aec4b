import { NO_FINDINGS } from '@gable/testing';
import type { PoliteAnswer } from './judge-answers.js';
import { judgeTenants, timesOf } from './judge-tenants.js';

type JudgedPhase = Parameters<typeof judgeTenants>[0];

const LIMITS = { most: 3, floorMs: 100, megabytes: 1_000 };
const HOUR = 3_600_000;

/** A hundred searches, changes and deliveries, a second apart, each of so many milliseconds. */
function phase(changes: Partial<JudgedPhase> & { searchMs?: number; eventMs?: number; attemptMs?: number } = {}) {
  const { searchMs = 50, eventMs = 50, attemptMs = 50, ...given } = changes;
  const seconds = Array.from({ length: 100 }, (_, second) => HOUR + 1_000 * second);
  return {
    answers: seconds.map((at) => answer({ at, ms: searchMs })),
    outages: { api: [], worker: [] },
    matched: seconds.map((from) => ({ from, to: from + eventMs })),
    attempts: seconds.map((from) => ({ from, to: from + attemptMs })),
    findings: {
      ...NO_FINDINGS,
      undelivered: [],
      doubledWithoutCause: [],
      madeUp: [],
      notVerified: [],
      changedBytes: [],
      misrecorded: [],
      deadLetters: [],
    },
    notLanded: [],
    endedByThemselves: [],
    peakMegabytes: { api: 300, worker: 300 },
    ...given,
  } satisfies JudgedPhase;
}

const answer = (changes: Partial<PoliteAnswer> = {}): PoliteAnswer => ({
  route: 'search',
  at: HOUR,
  lateMs: 0,
  ms: 50,
  ending: 200,
  ...changes,
});

/** Names of what is found of a rude phase beside an ordinary quiet one. */
function found(rude: JudgedPhase, quiet: JudgedPhase = phase()): string[] {
  const findings = judgeTenants(quiet, rude, LIMITS);
  return Object.entries(findings).flatMap(([name, lines]: [string, readonly string[]]) =>
    lines.length > 0 ? [name] : [],
  );
}

it('finds nothing where the polite customers hardly notice', () => {
  expect(found(phase())).toEqual([]);
  expect(found(phase({ searchMs: 150, eventMs: 150, attemptMs: 1_900 }))).toEqual([]);
});

it.each<[string, Partial<PoliteAnswer>, string]>([
  ['a polite request that is turned away', { ending: 429 }, 'refused'],
  ['a failure of the service', { ending: 500 }, 'serverErrors'],
  ['a service that is busy for the polite too', { ending: 503 }, 'serverErrors'],
  ['a key that is not taken', { ending: 401 }, 'wrongAnswers'],
  ['a search that is not found', { ending: 404 }, 'wrongAnswers'],
  ['a request that nobody answers', { ending: 'unanswered' }, 'unanswered'],
  ['a connection that is cut by itself', { ending: 'cut' }, 'cutWithoutKill'],
])('finds %s', (_, changes, name) => {
  expect(found(phase({ answers: [...phase().answers, answer(changes)] }))).toEqual([name]);
});

it('takes a property that is gone for an answer', () => {
  expect(found(phase({ answers: [...phase().answers, answer({ route: 'property', ending: 404 })] }))).toEqual([]);
});

it('excuses a connection that a kill of the API cuts, and only then', () => {
  const cut = answer({ at: HOUR + 5_000, ms: 20, ending: 'cut' });
  const answers = [...phase().answers, cut];
  const during = { from: HOUR + 4_990, to: HOUR + 6_000 };
  expect(found(phase({ answers, outages: { api: [during], worker: [] } }))).toEqual([]);
  expect(found(phase({ answers, outages: { api: [], worker: [during] } }))).toEqual(['cutWithoutKill']);
  expect(found(phase({ answers, outages: { api: [{ from: HOUR, to: HOUR + 4_000 }], worker: [] } }))).toEqual([
    'cutWithoutKill',
  ]);
});

it('counts how long a request had waited when a kill cut it, and nothing of one that came later', () => {
  const api = [{ from: HOUR + 9_000, to: HOUR + 10_000 }];
  const answers = [answer({ ms: 9_500, ending: 'cut' }), answer({ at: HOUR + 9_100, ms: 1, ending: 'cut' })];
  expect(timesOf(phase({ answers, outages: { api, worker: [] } })).search).toEqual([9_000]);
});

it('leaves out of the times between kills what a kill touches, and the time right behind it', () => {
  const [from, to] = [HOUR + 10_000, HOUR + 11_000];
  const { search, searchBetweenKills, commitToEvent, commitToEventBetweenKills } = timesOf(
    phase({ outages: { api: [{ from, to }], worker: [] } }),
  );
  expect([search.length, searchBetweenKills.length]).toEqual([100, 93]); // from second 10 to 16
  expect([commitToEvent.length, commitToEventBetweenKills.length]).toEqual([100, 100]);
});

it.each<[string, Partial<Parameters<typeof phase>[0]>, string]>([
  ['searches', { searchMs: 151 }, 'search: p99 151 ms, 3.0 times the quiet 50 ms'],
  ['events', { eventMs: 500 }, 'commitToEvent: p99 500 ms, 10.0 times the quiet 50 ms'],
  ['first attempts', { attemptMs: 2_001 }, 'eventToAttemptBetweenKills: p99 2001 ms, 40.0 times the quiet 50 ms'],
  [
    'first attempts, longer than a lease of a killed worker lets them wait',
    { attemptMs: 35_001 },
    'eventToAttempt: p99 35001 ms, 700.0 times the quiet 50 ms',
  ],
])('finds %s that are slower than they may be', (_, changes, line) => {
  expect(judgeTenants(phase(), phase(changes), LIMITS).slower).toContain(line);
});

it.each(['api', 'worker'] as const)('finds a restart of the %s that takes long, beyond a goal of its own', (name) => {
  const back = (ms: number) =>
    phase({ outages: { api: [], worker: [], [name]: [{ from: HOUR - 60_000, to: HOUR - 60_000 + ms }] } });
  expect(found(back(4_900), back(1_000))).toEqual([]);
  expect(judgeTenants(back(1_000), back(5_100), LIMITS).slower).toEqual([
    `${name}Restart: p99 5100 ms, 5.1 times the quiet 1000 ms`,
  ]);
});

it('calls nothing slow below the floor, and nothing that was as slow in the quiet phase', () => {
  expect(found(phase({ searchMs: 99 }), phase({ searchMs: 5 }))).toEqual([]);
  expect(found(phase({ searchMs: 900 }), phase({ searchMs: 300 }))).toEqual([]);
});

it('finds a phase of which nothing was measured', () => {
  expect(found(phase({ answers: [] }))).toEqual(['slower']);
  expect(found(phase({ matched: [] }))).toEqual(['slower']);
  expect(found(phase(), phase({ attempts: [] }))).toEqual(['slower']);
});

it.each<[string, Partial<JudgedPhase>, string]>([
  ['a lost event', { findings: { ...phase().findings, lost: ['x'] } }, 'lost'],
  ['an event that is not delivered', { findings: { ...phase().findings, undelivered: ['x'] } }, 'undelivered'],
  ['a change that was set aside', { findings: { ...phase().findings, deadLetters: ['x'] } }, 'deadLetters'],
  ['a listing whose last state did not land', { notLanded: ['x'] }, 'notLanded'],
  ['a process that ends by itself', { endedByThemselves: ['x'] }, 'endedByThemselves'],
  ['a process that grows beyond its bound', { peakMegabytes: { api: 1_001, worker: 1 } }, 'memory'],
])('finds %s in either phase', (_, changes, name) => {
  expect(found(phase(changes))).toEqual([name]);
  expect(found(phase(), phase(changes))).toEqual([name]);
  const quiet = judgeTenants(phase(changes), phase(), LIMITS)[name as 'lost'];
  expect(quiet[0]).toMatch(/^quiet: /);
});
