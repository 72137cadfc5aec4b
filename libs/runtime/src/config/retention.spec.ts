import { ConfigError, readConfig } from './config.js';

const DAY_MS = 86_400_000;

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

describe('how long rows are kept', () => {
  it('is two years for events and notifications, and for ever for the rest', () =>
    expect(readConfig({}).retention).toEqual({
      eventsMs: 730 * DAY_MS,
      notificationsMs: 730 * DAY_MS,
      revisionsMs: null,
      marketEventsMs: null,
    }));

  it('of notifications is never longer than of events', () => {
    expect(readConfig({ RETENTION_EVENTS: '30d' }).retention.notificationsMs).toBe(30 * DAY_MS);
    expect(problemsOf({ RETENTION_EVENTS: '30d', RETENTION_NOTIFICATIONS: '31d' })).toEqual([
      'RETENTION_NOTIFICATIONS: cannot be longer than RETENTION_EVENTS, because notifications are removed with their event.',
    ]);
    expect(problemsOf({ RETENTION_NOTIFICATIONS: 'forever' })).toHaveLength(1);
    expect(problemsOf({ RETENTION_EVENTS: 'forever', RETENTION_NOTIFICATIONS: 'forever' })).toEqual([]);
    expect(readConfig({ RETENTION_EVENTS: 'forever' }).retention.notificationsMs).toBe(730 * DAY_MS);
  });

  it('of revisions is never shorter than of the events that show them', () => {
    expect(problemsOf({ RETENTION_REVISIONS: '1y' })).toEqual([
      'RETENTION_REVISIONS: cannot be shorter than RETENTION_EVENTS (2y by default), because ' +
        'events show the states of revisions.',
    ]);
    expect(problemsOf({ RETENTION_EVENTS: 'forever', RETENTION_REVISIONS: '9y' })).toHaveLength(1);
    expect(problemsOf({ RETENTION_EVENTS: '1y', RETENTION_REVISIONS: '1y' })).toEqual([]);
  });

  it('is a day at least', () =>
    expect(problemsOf({ RETENTION_MARKET_EVENTS: '23h' })).toEqual([
      'RETENTION_MARKET_EVENTS: expects a duration from a day to 1000y such as 90d or 2y, or forever, got "23h".',
    ]));
});
