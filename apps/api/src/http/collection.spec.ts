import 'reflect-metadata';
import { type PageCount, PageQuery, pageLinks, rangeOf } from './collection.js';
import { readInto } from './read-request.js';

const links = (url: string, total: number, more: Partial<PageCount> = {}) =>
  Object.fromEntries(
    pageLinks(url, { total, ...more })
      .split(', ')
      .map((link) => {
        const [, target, relation] = /^<([^>]*)>; rel="(\w+)"$/.exec(link)!;
        return [relation, target];
      }),
  );

describe('the links of a page', () => {
  it('name the pages around it', () => {
    expect(links('/alerts?page=2', 91)).toEqual({
      first: '/alerts?page=1',
      prev: '/alerts?page=1',
      next: '/alerts?page=3',
      last: '/alerts?page=4',
    });
  });

  it('leave out a page that is not there', () => {
    expect(links('/alerts', 30)).toEqual({ first: '/alerts?page=1', last: '/alerts?page=1' });
    expect(links('/alerts', 31)).toEqual({ first: '/alerts?page=1', next: '/alerts?page=2', last: '/alerts?page=2' });
    expect(links('/alerts', 0)).toEqual({ first: '/alerts?page=1', last: '/alerts?page=1' });
  });

  it('lead back from past the end', () => {
    expect(links('/alerts?page=9', 31)).toEqual({
      first: '/alerts?page=1',
      prev: '/alerts?page=2',
      last: '/alerts?page=2',
    });
    expect(links(`/alerts?page=${'9'.repeat(400)}`, 31).prev).toBe('/alerts?page=2');
  });

  it('go on by a cursor where a collection is not counted to its end, and name no last page', () => {
    const more = { isCapped: true, nextCursor: 'abc' };
    expect(links('/events?page=3', 90, more)).toEqual({
      first: '/events?page=1',
      prev: '/events?page=2',
      next: '/events?cursor=abc',
    });
    expect(links('/events?page=2', 90, more).next).toBe('/events?page=3');
  });

  it('lead forward only from behind a cursor', () => {
    expect(links('/events?cursor=abc&x=1', 90, { nextCursor: 'def' })).toEqual({
      first: '/events?x=1&page=1',
      next: '/events?x=1&cursor=def',
    });
    expect(links('/events?cursor=abc', 90)).toEqual({ first: '/events?page=1' });
  });

  it('keep the other parameters', () => {
    const { next } = links('/alerts/1/events?order[createdAt]=asc&createdAt[after]=2026-03-01T00:00:00%2B01:00', 65);
    expect([...new URL(next, 'http://gable.example').searchParams]).toEqual([
      ['order[createdAt]', 'asc'],
      ['createdAt[after]', '2026-03-01T00:00:00+01:00'],
      ['page', '2'],
    ]);
  });
});

describe('the page asked for', () => {
  const read = (page?: unknown) => readInto(PageQuery, page === undefined ? {} : { page });
  const range = (page?: unknown) => {
    const query = read(page);
    return query.ok ? rangeOf(query.value) : query.violations;
  };

  it('is the first where none is named', () => expect(range()).toEqual({ offset: 0, limit: 30 }));
  it('begins behind the pages before it', () => expect(range('3')).toEqual({ offset: 60, limit: 30 }));
  it('may lie beyond all that is countable', () =>
    expect(range('9'.repeat(400))).toEqual({ offset: 29_999_999_999_970, limit: 30 }));
  it.each(['0', '-1', '1.5', '1e3', '', ' 1', 'x', '١', ['1', '2'], '1\n'])(
    'is a whole number, 1 or more: %p is not',
    (page) => {
      expect(range(page)).toEqual([{ propertyPath: 'page', message: 'expects a whole number, 1 or more, once' }]);
    },
  );
});
