import type { Criteria } from '@gable/domain/criteria';
import { DivisionLevels } from './division-levels.js';

/** A store that answers when it is told to. */
function slowStore() {
  const asked: (readonly number[])[] = [];
  const waiting: { answer: () => void; fail: (error: Error) => void }[] = [];
  const levels = new DivisionLevels(<Row extends object>(_: string, [ids]: readonly unknown[]) => {
    asked.push(ids as number[]);
    return new Promise<Row[]>((resolve, reject) =>
      waiting.push({
        answer: () => resolve((ids as number[]).map((id) => ({ id, type: 'CITY' })) as object[] as Row[]),
        fail: reject,
      }),
    );
  });
  return { levels, asked, waiting };
}

const inCity = (id: number): Criteria => ({
  operator: 'AND',
  conditions: [{ kind: 'division', included: [id], excluded: null }],
  children: [],
});
const turn = (): Promise<void> => new Promise(setImmediate);

it('asks for what comes while it reads in one statement, and remembers it', async () => {
  const { levels, asked, waiting } = slowStore();
  const first = levels.optionsFor(inCity(1));
  await turn();
  const others = [2, 3, 2].map((id) => levels.optionsFor(inCity(id)));
  await turn();
  expect(asked).toEqual([[1]]);
  waiting[0]!.answer();
  await first;
  await turn();
  expect(asked).toEqual([[1], [2, 3]]);
  waiting[1]!.answer();
  await Promise.all(others);
  await Promise.all([1, 2, 3].map((id) => levels.optionsFor(inCity(id))));
  expect([1, 2, 3].map((id) => levels.of(id))).toEqual(['CITY', 'CITY', 'CITY']);
  expect(asked).toHaveLength(2);
});

it('tells all that wait for a statement that it failed, and asks again', async () => {
  const { levels, asked, waiting } = slowStore();
  const both = Promise.allSettled([levels.optionsFor(inCity(1)), levels.optionsFor(inCity(2))]);
  await turn();
  waiting[0]!.fail(new Error('away'));
  expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const again = levels.optionsFor(inCity(1));
  await turn();
  waiting[1]!.answer();
  await again;
  expect(asked).toEqual([[1, 2], [1]]);
});
