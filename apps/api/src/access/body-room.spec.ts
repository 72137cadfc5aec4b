import { BodyRoom } from './body-room.js';

it('gives an account a quarter of the room, whatever the others have, until all is taken', () => {
  const room = new BodyRoom(1_000);
  const leave = room.take('a', 200);
  expect(room.take('a', 51)).toBeUndefined();
  expect(room.take('a', 50)).toBeDefined();
  for (const account of ['b', 'c', 'd']) expect(room.take(account, 250)).toBeDefined();
  expect(room.take('e', 1)).toBeUndefined();
  leave!();
  expect(room.take('e', 200)).toBeDefined();
  expect(room.take('a', 1)).toBeUndefined();
});
