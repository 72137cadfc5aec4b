import { AnswerRoom } from './answer-room.js';

const HOUR = 3_600_000;

describe('the room of kept answers', () => {
  it('is full for an account once its answers of the hour are, and for no other', () => {
    const room = new AnswerRoom(100, () => 10 * HOUR + 600_000);
    room.kept('one', 60);
    expect(room.secondsUntilRoom('one')).toBe(0);
    room.kept('one', 60);
    expect([room.secondsUntilRoom('one'), room.secondsUntilRoom('other')]).toEqual([3_000, 0]);
  });

  it('is empty again with the next hour', () => {
    let now = 10 * HOUR;
    const room = new AnswerRoom(100, () => now);
    room.kept('one', 100);
    now += HOUR - 1;
    expect(room.secondsUntilRoom('one')).toBe(1);
    now += 1;
    expect(room.secondsUntilRoom('one')).toBe(0);
    room.kept('one', 100);
    expect(room.secondsUntilRoom('one')).toBe(3_600);
  });
});
