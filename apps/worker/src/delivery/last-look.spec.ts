import { LastLook } from './last-look.js';

const nothingSkipped = () => Promise.resolve(new Map<string, string>());

describe('a last look at an account', () => {
  it('is one for all that ask in a turn', async () => {
    const asked: string[] = [];
    const look = new LastLook(nothingSkipped, (account) => {
      asked.push(account);
      return Promise.resolve(account === 'held');
    });
    const answers = await Promise.all(['held', 'free', 'held'].map((account) => look.isHeldBack(account)));
    expect([answers, asked]).toEqual([
      [true, false, true],
      ['held', 'free'],
    ]);
  });

  it('is another one for who asks while it is under way: it may have looked too early', async () => {
    let isHeld = false;
    const arrivals: (() => void)[] = [];
    const look = new LastLook(nothingSkipped, () => {
      const seen = isHeld;
      return new Promise((resolve) => {
        arrivals.push(() => resolve(seen));
      });
    });
    const first = look.isHeldBack('account');
    while (arrivals.length < 1) await new Promise(setImmediate);
    isHeld = true;
    const second = look.isHeldBack('account');
    while (arrivals.length < 2) await new Promise(setImmediate);
    arrivals.forEach((arrive) => arrive());
    expect(await Promise.all([first, second])).toEqual([false, true]);
  });
});
