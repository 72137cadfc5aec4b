import type { Rates, State } from './read-state.js';

/** How much room there is, and whether colours are understood. */
export interface Canvas {
  readonly columns: number;
  readonly rows: number;
  readonly hasColor: boolean;
}

type Mark = 'plain' | 'title' | 'good' | 'bad' | 'faint';
/** A line, before it is cut to the width: text and how it is marked. */
type Line = readonly [text: string, mark?: Mark];

const LATE_SECONDS = 60;

/**
 * The state as lines that fit the canvas. Without colour a `!` stands before what needs somebody; the same with it, so
 * that nothing is said by colour alone. What finds no room is left out from the end.
 */
export function drawState(state: State, rates: Rates | null, canvas: Canvas): string[] {
  const lines = [
    ...heading(state, rates),
    ...stages(state),
    ...workers(state),
    ...deliveries(state),
    ...sources(state),
    ...server(state),
  ];
  const kept =
    lines.length <= canvas.rows ? lines : [...lines.slice(0, canvas.rows - 1), ['… more in a taller window'] as Line];
  return kept.map(([text, mark = 'plain']) => paint(cut(text, canvas.columns), mark, canvas.hasColor));
}

function heading({ at }: State, rates: Rates | null): Line[] {
  const done =
    rates === null
      ? 'rates follow with the next state'
      : `${rates.states} states/s  ${rates.events} events/s  ${rates.deliveries} deliveries/s`;
  return [[`gable  ${at.toISOString().slice(0, 19)}Z  ${done}`, 'title']];
}

function stages({ stages }: State): Line[] {
  return [
    ['STAGE      PROCESSES   WAITING       LAG', 'faint'],
    ...stages.map(({ stage, processes, waiting, lagSeconds }): Line => {
      const isBad = processes === 0 || (lagSeconds ?? 0) > LATE_SECONDS;
      const cells = [
        String(processes).padStart(9),
        (waiting ?? '-').toString().padStart(9),
        span(lagSeconds).padStart(9),
      ];
      return [
        `${flag(isBad)}${stage.padEnd(9)}${cells.join(' ')}${processes === 0 ? '  nobody runs it' : ''}`,
        bad(isBad),
      ];
    }),
  ];
}

function workers({ workers, at }: State): Line[] {
  return workers.map(({ host, pid, stages, startedAt }) => [
    `  worker ${pid} at ${host}, for ${span((at.getTime() - startedAt.getTime()) / 1_000)}: ${stages.join(' ')}`,
  ]);
}

function deliveries({ deliveryPause, openBreakers, switchedOff, slowestOrigins }: State): Line[] {
  const paused: Line[] =
    deliveryPause === null
      ? []
      : [[`! nothing is sent since ${deliveryPause.pausedAt.toISOString()} (${deliveryPause.pausedBy})`, 'bad']];
  return [
    [`DELIVERY   ${openBreakers} receivers only probed, ${switchedOff} switched off`, 'faint'],
    ...paused,
    ...slowestOrigins.map(({ origin, overdueSeconds, isProbed, accounts }): Line => {
      const isBad = overdueSeconds > LATE_SECONDS;
      const detail = `${accounts} ${accounts === 1 ? 'account' : 'accounts'}${isProbed ? ', only probed' : ''}`;
      return [
        `${flag(isBad)}${span(overdueSeconds).padStart(7)} overdue  ${origin ?? 'mails'} (${detail})`,
        bad(isBad),
      ];
    }),
  ];
}

function sources({ sources }: State): Line[] {
  if (sources.length === 0) return [];
  return [
    ['SOURCE         AGE      MAY BE    ONLINE  REFUSED', 'faint'],
    ...sources.map(({ domain, ageSeconds, staleAfterSeconds, listingsOnline, rejectsOfLastDay }): Line => {
      const isBad = ageSeconds > staleAfterSeconds;
      const cells = [span(ageSeconds).padStart(16), span(staleAfterSeconds).padStart(11)];
      const counts = `${String(listingsOnline).padStart(9)} ${String(rejectsOfLastDay).padStart(8)}`;
      return [`${flag(isBad)}${cells.join(' ')} ${counts}  ${domain}`, bad(isBad)];
    }),
  ];
}

function server({ server, locks, blocked }: State): Line[] {
  const { active, idle, inTransaction, ofOtherDatabases, maxConnections, lockWaits } = server;
  const used = active + idle + inTransaction + ofOtherDatabases;
  const isFull = used > 0.9 * maxConnections;
  const isHeld = server.oldestTransactionIdSeconds > LATE_SECONDS;
  return [
    [
      `${flag(isFull)}DATABASE ${used} of ${maxConnections} connections: ${active} active, ` +
        `${inTransaction} in transaction, ${idle} idle, ${ofOtherDatabases} of others`,
      isFull ? 'bad' : 'faint',
    ],
    [
      `${flag(isHeld)}oldest transaction id ${span(server.oldestTransactionIdSeconds)}, oldest snapshot ` +
        `${span(server.oldestSnapshotSeconds)}, ${lockWaits} wait for locks`,
      bad(isHeld),
    ],
    ...blocked.map(({ pid, applicationName, lockType, name, mode, seconds, blockedBy }): Line => [
      `! ${applicationName} ${pid} waits ${span(seconds)} for ${name ?? lockType} (${mode}), ` +
        `held by ${blockedBy.join(' ')}`,
      'bad',
    ]),
    ...locks.map(({ lock, isShared, isHeld: has, applicationName, pid, host, seconds }): Line => [
      `  lock ${lock}${isShared ? ' (shared)' : ''}: ${applicationName} ${pid}${host === null ? '' : ` at ${host}`}` +
        (has ? '' : ` waits ${span(seconds)}`),
    ]),
  ];
}

const flag = (isBad: boolean): string => (isBad ? '! ' : '  ');
const bad = (isBad: boolean): Mark => (isBad ? 'bad' : 'plain');

/** A length of time in at most six characters. */
export function span(seconds: number | null): string {
  if (seconds === null) return '-';
  if (seconds < 10) return `${Math.round(seconds * 10) / 10} s`;
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`;
  return seconds < 172_800 ? `${Math.round(seconds / 3_600)} h` : `${Math.round(seconds / 86_400)} d`;
}

/** Names come from feeds and receivers: a control character in one must not reach the terminal. */
function cut(text: string, columns: number): string {
  const safe = text.replace(/[\u0000-\u001f\u007f-\u009f]/g, '?');
  return safe.length <= columns ? safe : `${safe.slice(0, Math.max(0, columns - 1))}…`;
}

const CODES: Readonly<Record<Mark, string>> = { plain: '', title: '1', good: '32', bad: '31', faint: '2' };

function paint(text: string, mark: Mark, hasColor: boolean): string {
  const code = CODES[mark];
  return hasColor && code !== '' ? `\u001b[${code}m${text}\u001b[0m` : text;
}
