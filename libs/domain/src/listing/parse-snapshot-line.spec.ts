import { parseFeedLine } from './parse-feed-line.js';
import { parseSnapshotLine, readNames } from './parse-snapshot-line.js';

const line = (snapshot: unknown, more: object = {}): string => JSON.stringify({ snapshot, ...more });
const whole = { source: { domain: 'Portal.Example' }, observedAt: '2026-11-20T08:00:00+01:00' };

describe('a snapshot line', () => {
  it('names the source in lower case and the instant in UTC, and may say how many lines follow', () => {
    expect(parseSnapshotLine(line(whole))).toEqual({
      ok: true,
      value: { source: { domain: 'portal.example' }, observedAt: '2026-11-20T07:00:00.000Z' },
      unknownFields: [],
    });
    expect(parseSnapshotLine(line({ ...whole, lines: 0 }))).toMatchObject({ ok: true, value: { lines: 0 } });
  });

  it.each([
    ['is no object', 'yes', ['snapshot']],
    ['is null', null, ['snapshot.source.domain', 'snapshot.observedAt']],
    ['has no source', { observedAt: whole.observedAt }, ['snapshot.source.domain']],
    ['has a source that is none', { ...whole, source: { domain: 'no host' } }, ['source.domain']],
    ['has no instant', { source: whole.source }, ['snapshot.observedAt']],
    ['has an instant without a zone', { ...whole, observedAt: '2026-11-20T08:00:00' }, ['snapshot.observedAt']],
    ['has half a line', { ...whole, lines: 0.5 }, ['snapshot.lines']],
  ])('is refused with the place where it %s', (_, snapshot, places) => {
    const parsed = parseSnapshotLine(line(snapshot));
    const paths = parsed?.ok === false ? parsed.violations.map(({ propertyPath }) => propertyPath) : parsed;
    expect(paths).toEqual(places.map((place) => expect.stringContaining(place)));
  });

  it('names members that it does not know', () => {
    expect(parseSnapshotLine(line({ ...whole, colour: 1 }, { by: 'x' }))).toMatchObject({
      ok: true,
      unknownFields: ['snapshot.colour', 'by'],
    });
  });

  it('is no line of a listing, which may have a field of that name', () => {
    for (const text of [line(whole, { externalId: 'a' }), '{"snapshots":1}', '["snapshot"]', '{"snapshot":', ''])
      expect(parseSnapshotLine(text)).toBeUndefined();
  });

  it('is refused anywhere else with a reason that says so', () => {
    expect(parseFeedLine(line(whole))).toMatchObject({
      ok: false,
      violations: [{ propertyPath: 'snapshot', message: expect.stringContaining('first line') }],
    });
  });
});

describe('who a refused line is about', () => {
  it('is read where the line is JSON, and never guessed', () => {
    expect(readNames('{"externalId":"A-1","price":-1,"source":{"domain":"A.example"}}')).toEqual({
      externalId: 'A-1',
      domain: 'a.example',
    });
    const unnamed = [
      '{"externalId":17}',
      '{"externalId":" "}',
      '{"externalId":null}',
      `{"externalId":"${'x'.repeat(201)}"}`,
      '{"externalId":"A-1","title":"cut o',
      '{"externalId":"A"}{"externalId":"B"}',
      '["externalId"]',
    ];
    for (const text of unnamed) expect(readNames(text).externalId).toBeUndefined();
  });
});
