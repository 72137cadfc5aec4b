import { nextRange, suspectsAfterLoss, type SuspectRange } from './suspects.js';

/** Workers walk changes 1 to `last` in batches; those that hold a killer die. Answers who was convicted and how many died. */
function walk(
  last: number,
  isKiller: (id: number) => boolean,
  batch = 500,
): { convicted: number[]; lost: number; walked: number[] } {
  let suspects: SuspectRange[] = [];
  let [position, lost] = [0, 0];
  const [convicted, walked]: [number[], number[]] = [[], []];
  while (position < last && lost < 1_000) {
    const { through, isConvicted } = nextRange(suspects, position);
    const ids = Array.from({ length: batch }, (_, i) => position + 1 + i).filter((id) => id <= Math.min(through, last));
    if (isConvicted) convicted.push(ids[0]!);
    else if (ids.some(isKiller)) {
      const suspect = suspectsAfterLoss(suspects, ids[0]!, ids.at(-1)!);
      suspects = [...suspects.filter(({ firstChange }) => firstChange !== suspect.firstChange), suspect];
      lost += 1;
      continue;
    } else walked.push(...ids);
    position = isConvicted ? ids[0]! : (ids.at(-1) ?? through);
    suspects = suspects.filter(({ lastChange }) => lastChange > position);
  }
  return { convicted, lost, walked };
}

it.each([[[1]], [[250]], [[500]], [[777]], [[250, 251]], [[3, 400, 999]]])(
  'finds %j among a thousand, and walks all others once',
  (killers) => {
    const { convicted, lost, walked } = walk(1_000, (id) => killers.includes(id));
    expect(convicted).toEqual(killers);
    expect(walked).toEqual(Array.from({ length: 1_000 }, (_, i) => i + 1).filter((id) => !killers.includes(id)));
    expect(lost).toBeLessThanOrEqual(15 * killers.length); // 3 with the batch, 8 halvings, 3 alone
  },
);

it('believes no change to kill before it lost three workers alone', () => {
  expect(suspectsAfterLoss([{ firstChange: 5, lastChange: 6, losses: 9 }], 5, 5)).toEqual({
    firstChange: 5,
    lastChange: 5,
    losses: 1,
  });
  expect(nextRange([{ firstChange: 5, lastChange: 5, losses: 2 }], 4)).toEqual({ through: 5, isConvicted: false });
  expect(nextRange([{ firstChange: 5, lastChange: 5, losses: 3 }], 4)).toEqual({ through: 5, isConvicted: true });
});

it('reads up to a suspected range, and not past its end', () => {
  const suspects = [{ firstChange: 10, lastChange: 20, losses: 1 }];
  expect([0, 9, 15, 20].map((position) => nextRange(suspects, position).through)).toEqual([9, 20, 20, Infinity]);
});
