import { EventEmitter } from 'node:events';
import { EvenConnections } from './even-connections.js';

let now: number;
let pauses: number;
let told: number[];
let server: EventEmitter;
let connections: EvenConnections;

beforeEach(() => {
  jest.useFakeTimers();
  [now, pauses, told, server] = [0, 0, [], new EventEmitter()];
  connections = new EvenConnections(
    (open) => told.push(open),
    (ms) => (pauses += ms),
    () => now,
  );
  connections.watch(server);
});
afterEach(() => jest.useRealTimers());

function accept(count: number): EventEmitter[] {
  return Array.from({ length: count }, () => {
    const socket = new EventEmitter();
    server.emit('connection', socket);
    return socket;
  });
}

it('pauses after each connection that another process should have taken, and after no other', () => {
  connections.fewest = 3;
  accept(4);
  expect(pauses).toBe(0);
  accept(5);
  expect(pauses).toBe(5);
  connections.fewest = 20;
  accept(5);
  expect(pauses).toBe(5);
});

it('takes all that comes while it listens alone', () => {
  accept(100);
  expect(pauses).toBe(0);
});

it('pauses for a twentieth of the time at most, where the others take nothing', () => {
  connections.fewest = 0;
  accept(1_000);
  expect(pauses).toBe(50);
  now += 1_000;
  accept(1_000);
  expect(pauses).toBe(100);
  now += 100;
  accept(1_000);
  expect(pauses).toBe(105);
});

it('says how many it has, once for all that come and go in a moment', () => {
  const [first] = accept(10);
  first!.emit('close');
  jest.runAllTimers();
  expect(told).toEqual([9]);
  accept(1)[0]!.emit('close');
  jest.runAllTimers();
  expect(told).toEqual([9]);
});
