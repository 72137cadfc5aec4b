import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { ALERT_EVENT_TYPES } from '@gable/domain/alert';
import { ingestFeed, loadDivisions } from '@gable/ingest';
import { openDatabase, type Database } from '@gable/persistence';
import { createTestDatabase, type TestDatabase } from '../database/test-database.js';
import { startTimeline } from './alert-timeline.js';
import { committedChanges, keepChanges, type CommittedChange } from './committed-change.js';
import { expectedEvents } from './expected-events.js';
import { generateFeed } from './moving-town.js';
import { mixedAlerts } from './mixed-alerts.js';

const rejectFile = path.join(os.tmpdir(), `gable-generated-feed-${process.pid}.ndjson`);
let testDatabase: TestDatabase;
let database: Database;
let changes: CommittedChange[];

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await openDatabase(testDatabase.url, { poolSize: 2 });
  await keepChanges(database);
  const feed = generateFeed(1, { properties: 120, rounds: 6, changes: 120 });
  await loadDivisions(database, Readable.from(feed.divisions.map((line) => Buffer.from(`${line}\n`))), { rejectFile });
  for (const batch of feed.batches) {
    const report = await ingestFeed(database, Readable.from(batch.map((line) => Buffer.from(`${line}\n`))), {
      rejectFile,
    });
    expect(report.rejected).toBe(0);
  }
  changes = await committedChanges(database);
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

describe('the generated feed', () => {
  it('brings properties of several listings, returns, and listings that move to another property', async () => {
    const [counted] = await database.query(`
      select (select count(*) from (select from listing group by property_id having count(*) > 1) shared) as shared,
        (select count(*) from kept_change where previous_property_id <> property_id) as moved,
        (select count(*) from listing_change_states where not before_online and after_online) as back`);
    expect(counted).toEqual({ shared: expect.any(Number), moved: expect.any(Number), back: expect.any(Number) });
    for (const figure of Object.values(counted!)) expect(figure).toBeGreaterThan(10);
  });

  it('gives mixed alerts events of every type, notified and not notified', () => {
    const listings = changes.slice(0, 100).map(({ after }) => after.listing);
    const moment = { consumed: 0, committed: 0, begun: 0 };
    const events = mixedAlerts(1, 300, listings).flatMap(({ criteria, notificationConfig, destination }, place) =>
      expectedEvents(
        startTimeline(
          `alert-${place}`,
          { active: true, criteria, notificationConfig, channel: destination?.channel ?? null },
          moment,
        ),
        changes,
      ),
    );
    for (const type of ALERT_EVENT_TYPES)
      expect({
        type,
        notified: new Set(events.filter((event) => event.type === type).map(({ notified }) => notified)),
      }).toEqual({
        type,
        notified: new Set([true, false]),
      });
  });

  it('is the same for the same seed', () => {
    expect(generateFeed(7, { properties: 20, rounds: 2, changes: 20 })).toEqual(
      generateFeed(7, { properties: 20, rounds: 2, changes: 20 }),
    );
    expect(generateFeed(7, { properties: 20, rounds: 2, changes: 20 })).not.toEqual(
      generateFeed(8, { properties: 20, rounds: 2, changes: 20 }),
    );
  });
});
