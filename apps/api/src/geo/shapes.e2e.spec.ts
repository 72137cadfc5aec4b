import { SweepStore } from '@gable/persistence/alerts';
import { randomUUID } from 'node:crypto';
import { ApiUnderTest, type Answer } from '../testing/api-under-test.js';
import { expectProblem, violatedPaths } from '../testing/expect-problem.js';
import { recordEvent } from '../testing/record-event.js';
import { SAMPLE_DIVISIONS, sampleHome } from '../testing/sample-homes.js';

let api: ApiUnderTest;
let mine: string;
let theirs: string;

beforeAll(async () => {
  api = await ApiUnderTest.start();
  await api.loadDivisions(SAMPLE_DIVISIONS);
  await api.ingest([
    sampleHome(1, { title: 'Inside', location: { lat: 45.5, lng: 4.5, accuracy: 'PRECISE', cityId: 69_123 } }),
    sampleHome(2, { title: 'Outside', location: { lat: 47, lng: 4.5, accuracy: 'PRECISE', cityId: 69_123 } }),
  ]);
  [mine, theirs] = [await api.makeKey({ account: 'Mine' }), await api.makeKey({ account: 'Theirs' })];
}, 60_000);
afterAll(() => api.stop());

const square = {
  type: 'Polygon',
  coordinates: [
    [
      [4, 45],
      [5, 45],
      [5, 46],
      [4, 46],
      [4, 45],
    ],
  ],
};
const draw = (body: unknown, key = mine): Promise<Answer> => api.ask('POST', '/geo/shapes', { key, body });

describe('drawn areas', () => {
  it('are stored with a name or bare, and read back', async () => {
    const named = await draw({ name: 'Here', geometry: square });
    expect({ status: named.status, location: named.headers.get('location'), body: named.body }).toEqual({
      status: 201,
      location: `/geo/shapes/${named.body.id}`,
      body: {
        id: expect.any(String),
        name: 'Here',
        geometry: square,
        createdAt: expect.stringMatching(/^2\d{3}-.*\.\d{3}Z$/),
      },
    });
    expect((await api.ask('GET', `/geo/shapes/${named.body.id}`, { key: mine })).body).toEqual(named.body);
    const bare = await draw(square);
    expect(bare.body).toMatchObject({ name: null, geometry: square });
    const { headers, body } = await api.ask('GET', '/geo/shapes', { key: mine });
    expect(body).toEqual([bare.body, named.body]);
    expect(headers.get('x-total-count')).toBe('2');
  });

  it('are drawn once where a request with an Idempotency-Key is sent again', async () => {
    const key = await api.makeKey({ account: 'Draws twice' });
    const once = (body: unknown) =>
      api.ask('POST', '/geo/shapes', { key, body, headers: { 'idempotency-key': 'the hill' } });
    const first = await once({ name: 'Hill', geometry: square });
    const again = await once({ geometry: square, name: 'Hill' });
    expect([first.status, again.status, again.body]).toEqual([201, 201, first.body]);
    expect(again.headers.get('location')).toBe(`/geo/shapes/${first.body.id}`);
    expect(violatedPaths(await once({ name: 'Dale', geometry: square }))).toEqual(['Idempotency-Key']);
    expect((await api.ask('GET', '/geo/shapes', { key })).body).toEqual([first.body]);
  });

  it('find what lies in them', async () => {
    const {
      body: { id },
    } = await draw(square);
    const titles = async (location: object): Promise<string[]> => {
      const { body } = await api.search(
        { searchMode: 'advanced', criteria: { location } },
        { key: mine, headers: { accept: 'application/json' } },
      );
      return body.items.map(({ listings }: { listings: { title: string }[] }) => listings[0]!.title);
    };
    expect(await titles({ includedGeoShapeIds: [id] })).toEqual(['Inside']);
    expect(await titles({ excludedGeoShapeIds: [id] })).toEqual(['Outside']);
  });

  it('are removed, unless an alert uses them', async () => {
    const {
      body: { id },
    } = await draw(square);
    const alert = await api.ask('POST', '/alerts', {
      key: mine,
      body: { name: 'Here', criteria: { location: { includedGeoShapeIds: [id] } } },
    });
    expect(alert.status).toBe(201);
    const refused = await api.ask('DELETE', `/geo/shapes/${id}`, { key: mine });
    expectProblem(refused, 409, 'conflict');
    expect(refused.body.detail).toContain(`/alerts/${alert.body.id}`);
    expect((await api.ask('DELETE', `/alerts/${alert.body.id}`, { key: mine })).status).toBe(204);
    expect((await api.ask('DELETE', `/geo/shapes/${id}`, { key: mine })).status).toBe(204);
    expectProblem(await api.ask('GET', `/geo/shapes/${id}`, { key: mine }), 404, 'not-found');
    expectProblem(await api.ask('DELETE', `/geo/shapes/${id}`, { key: mine }), 404, 'not-found');
  });

  it('explain old events when they are gone, until nothing is left that they explain', async () => {
    const {
      body: { id },
    } = await draw(square);
    const body = { name: 'Here', criteria: { location: { includedGeoShapeIds: [id] } } };
    const { body: alert } = await api.ask('POST', '/alerts', { key: mine, body });
    const event = await recordEvent(api.database, { alertId: alert.id, externalId: String(sampleHome(1).externalId) });
    await api.ask('PUT', `/alerts/${alert.id}`, { key: mine, body: { criteria: {} } });
    expect((await api.ask('DELETE', `/geo/shapes/${id}`, { key: mine })).status).toBe(204);
    const isThere = async () => {
      await api.database.query(
        `update shape set removed_at = removed_at - interval '2 hours' where removed_at is not null`,
      );
      await new SweepStore(api.database).removedShapes(1_000);
      return (await api.database.query('select from shape where id = $1', [id])).length === 1;
    };
    expect(await isThere()).toBe(true);
    const explanation = await api.ask('GET', `/alerts/${alert.id}/events/${event}/explanation`, { key: mine });
    expect(explanation.body).toMatchObject({ criteria: body.criteria, after: { matches: true } });
    expect(violatedPaths(await api.ask('PUT', `/alerts/${alert.id}`, { key: mine, body }))).toEqual([
      'criteria.location.includedGeoShapeIds[0]',
    ]);
    await api.database.query('delete from alert_criteria_history where alert_id = $1', [alert.id]);
    expect(await isThere()).toBe(false);
  });

  it('are refused where a tree names too many positions, wherever criteria go', async () => {
    const ring = Array.from({ length: 5_000 }, (_, n) => [Math.cos((n % 4_999) / 800), Math.sin((n % 4_999) / 800)]);
    const {
      body: { id },
    } = await draw({ type: 'Polygon', coordinates: [ring] });
    const named = { location: { includedGeoShapeIds: [id] } };
    const criteria = { operator: 'OR', children: [named, named, named, named, named] };
    const { body: alert } = await api.ask('POST', '/alerts', { key: mine, body: { name: 'x', criteria: named } });
    const answers = await Promise.all([
      api.search({ searchMode: 'advanced', criteria }, { key: mine }),
      api.ask('POST', '/properties/count', { key: mine, body: { searchMode: 'advanced', criteria } }),
      api.ask('POST', '/alerts', { key: mine, body: { name: 'x', criteria } }),
      api.ask('POST', '/alerts/preview', { key: mine, body: { criteria } }),
      api.ask('PUT', `/alerts/${alert.id}`, { key: mine, body: { criteria } }),
    ]);
    for (const answer of answers)
      expect(violatedPaths(answer)).toEqual(['criteria.children[4].location.includedGeoShapeIds[0]']);
    const four = { ...criteria, children: criteria.children.slice(1) };
    expect((await api.search({ searchMode: 'advanced', criteria: four }, { key: mine })).status).toBe(200);
  });

  it('belong to one account, in reads, searches and alerts', async () => {
    const {
      body: { id },
    } = await draw(square);
    expectProblem(await api.ask('GET', `/geo/shapes/${id}`, { key: theirs }), 404, 'not-found');
    expectProblem(await api.ask('DELETE', `/geo/shapes/${id}`, { key: theirs }), 404, 'not-found');
    expect((await api.ask('GET', '/geo/shapes', { key: theirs })).body).toEqual([]);
    const criteria = { location: { includedGeoShapeIds: [id] } };
    expect(violatedPaths(await api.search({ searchMode: 'advanced', criteria }, { key: theirs }))).toEqual([
      'criteria.location.includedGeoShapeIds[0]',
    ]);
    expect(violatedPaths(await api.ask('POST', '/alerts', { key: theirs, body: { name: 'x', criteria } }))).toEqual([
      'criteria.location.includedGeoShapeIds[0]',
    ]);
    expect((await api.ask('GET', `/geo/shapes/${id}`, { key: mine })).status).toBe(200);
  });

  it('name what is wrong with them', async () => {
    const open = {
      type: 'Polygon',
      coordinates: [
        [
          [4, 45],
          [5, 45],
          [5, 46],
          [4, 46],
        ],
      ],
    };
    expect(violatedPaths(await draw({ geometry: open }))).toEqual(['geometry.coordinates[0]']);
    expect(violatedPaths(await draw(open))).toEqual(['coordinates[0]']);
    expect(violatedPaths(await draw({}))).toEqual(['geometry']);
    expect(violatedPaths(await draw({ name: ' ', geometry: square }))).toEqual(['name']);
    expect(violatedPaths(await draw({ geometri: square }))).toEqual(['geometri', 'geometry']);
    expect(violatedPaths(await draw({ type: 'Circle', coordinates: [] }))).toEqual(['type']);
    expectProblem(await api.ask('GET', `/geo/shapes/${randomUUID()}`, { key: mine }), 404, 'not-found');
  });

  it('take 5,000 positions and a body of 512 kB, where other routes take 64 kB', async () => {
    const wide = (corners: number, pad = '') => ({
      name: 'Wide',
      geometry: {
        type: 'Polygon',
        coordinates: [
          Array.from({ length: corners + 1 }, (_, i) => {
            const angle = (2 * Math.PI * (i % corners)) / corners;
            return [4.5 + Math.cos(angle) / 2, 45.5 + Math.sin(angle) / 2];
          }),
        ],
      },
      ...(pad && { pad }),
    });
    expect((await draw(wide(4_999))).status).toBe(201);
    expect(violatedPaths(await draw(wide(5_000)))).toEqual(['geometry.coordinates[0]']);
    expect(violatedPaths(await draw(wide(3, 'x'.repeat(400_000))))).toEqual(['pad']);
    expectProblem(await draw(wide(3, 'x'.repeat(600_000))), 413, 'content-too-large');
    expectProblem(await api.search({ pad: 'x'.repeat(70_000) }, { key: mine }), 413, 'content-too-large');
  });
});
