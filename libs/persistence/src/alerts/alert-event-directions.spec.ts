import { countEvents, readEvents, readLastLookedAt } from './statements/alert-events.js';

describe('statements about events', () => {
  it('take no direction that they do not know as a part of themselves', () => {
    for (const statement of [countEvents, readEvents, readLastLookedAt])
      for (const direction of ['ASC', 'asc, (select 1)', 'constructor', undefined])
        expect(() => statement(direction as never)).toThrow('direction: expects one of asc, desc');
  });
});
