import { SilentConnections, type BoundedConnection } from './silent-connections.js';

class Waiting implements BoundedConnection {
  readonly reasons: string[] = [];
  waitingSince: number | undefined = 0;
  boundMs = 5_000;
  bytesRead = 7;

  cut(reason: string): void {
    this.reasons.push(reason);
  }
}

let connections: SilentConnections;
let waiting: Waiting;

beforeEach(() => {
  [connections, waiting] = [new SilentConnections(), new Waiting()];
  connections.add(waiting);
});
afterEach(() => connections.remove(waiting));

function look(...times: readonly number[]): readonly string[] {
  for (const time of times) connections.look(time);
  return waiting.reasons;
}

it('gives up a connection that is silent beyond the bound of its statement, at the second look', () => {
  expect(look(9_000, 10_001)).toEqual([]);
  expect(look(11_001)).toEqual(['the server is silent for longer than it works on a statement']);
});

it('leaves alone a statement that may take as long as it wants', () => {
  waiting.boundMs = Infinity;
  expect(look(1e9, 2e9, 3e9)).toEqual([]);
});

it('leaves alone what has arrived while this process was held', () => {
  look(60_000);
  waiting.waitingSince = undefined;
  expect(look(61_000, 62_000)).toEqual([]);
});

it('leaves alone a long answer that is still coming in', () => {
  look(60_000);
  waiting.bytesRead++;
  expect(look(61_000)).toEqual([]);
});

it('leaves alone the next statement of a connection that had waited long', () => {
  look(60_000);
  waiting.waitingSince = 50_000;
  expect(look(61_000)).toEqual([]);
});
