import { drawTable, sumUp, without } from './sum-up.js';

it('sorts findings into what an operator asks for, and hides none', () => {
  const { found } = sumUp('delivery', 7, {
    done: { kills: 3 },
    findings: {
      lost: ['a'],
      doubledWithoutCause: ['b'],
      phantom: ['c'],
      sentAfterErasure: ['d'],
      anythingElse: ['e', 'f'],
    },
  });
  expect(found).toEqual({
    lost: ['delivery, lost: a'],
    doubled: ['delivery, doubledWithoutCause: b'],
    madeUp: ['delivery, phantom: c'],
    sentAfterErasure: ['delivery, sentAfterErasure: d'],
    other: ['delivery, anythingElse: e', 'delivery, anythingElse: f'],
  });
});

it('shows what was found, what failed and what was left out, each with its reason', () => {
  const lines = drawTable([
    sumUp('matching', 60, { done: { kills: 12 }, findings: { lost: ['a', 'b'] } }),
    without('disk', 0, { leftOut: 'needs root' }),
    without('upgrade', 5, { failed: 'the build' }),
  ]).split('\n');
  expect(lines.map((line) => line.trim().split(/\s{2,}/))).toEqual([
    ['seconds', 'kills', 'lost', 'doubled', 'made up', 'sent after erasure', 'other'],
    ['matching', '60', '12', '2', '0', '0', '0', '0'],
    ['disk', '0', 'LEFT OUT: needs root'],
    ['upgrade', '5', 'FAILED: the build'],
  ]);
});
