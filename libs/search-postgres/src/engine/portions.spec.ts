import { SearchUnavailable } from '@gable/search';
import { Portions } from './portions.js';

interface Run {
  readonly text: string;
  readonly questions: readonly (readonly unknown[])[];
  readonly answer: () => void;
  readonly fail: (error: Error) => void;
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Portions whose statements end when the spec says so; each answers the parameters of its questions. */
function make() {
  const runs: Run[] = [];
  const portions = new Portions(
    (text, questions) =>
      new Promise((resolve, reject) => {
        runs.push({ text, questions, answer: () => resolve(questions.map(([value]) => ({ value }))), fail: reject });
      }),
  );
  const ask = (value: number, text = 'a') => portions.ask<{ value: number }>({ text, parameters: [value] });
  return { runs, ask };
}

it('asks what comes in one turn as one statement, and gives each its own answer', async () => {
  const { runs, ask } = make();
  const answers = [1, 2, 3].map((value) => ask(value));
  await turn();
  expect(runs.map(({ questions }) => questions)).toEqual([[[1], [2], [3]]]);
  runs[0]!.answer();
  expect(await Promise.all(answers)).toEqual([{ value: 1 }, { value: 2 }, { value: 3 }]);
});

it('has two statements under way at most, and gathers what comes meanwhile by its text', async () => {
  const { runs, ask } = make();
  const answers = [ask(1)];
  await turn();
  answers.push(ask(2));
  await turn();
  for (const value of [3, 4]) answers.push(ask(value));
  answers.push(ask(5, 'b'));
  await turn();
  expect(runs).toHaveLength(2);
  runs[0]!.answer();
  await answers[0];
  await turn();
  expect(runs[2]).toMatchObject({ text: 'a', questions: [[3], [4]] });
  runs[1]!.answer();
  await answers[1];
  await turn();
  expect(runs[3]).toMatchObject({ text: 'b', questions: [[5]] });
  runs[2]!.answer();
  runs[3]!.answer();
  expect((await Promise.all(answers)).map(({ value }) => value)).toEqual([1, 2, 3, 4, 5]);
});

it('fails those of a portion that cannot be asked, and goes on', async () => {
  const { runs, ask } = make();
  const failing = [ask(1), ask(2)].map((answer) => answer.catch((error: Error) => error.message));
  await turn();
  runs[0]!.fail(new SearchUnavailable('away', 1));
  expect(await Promise.all(failing)).toEqual(['away', 'away']);
  const next = ask(3);
  await turn();
  runs[1]!.answer();
  expect(await next).toEqual({ value: 3 });
});

it('asks each question of a portion alone where one of them made it fail', async () => {
  const { runs, ask } = make();
  const [poison, other] = [ask(1).catch((error: Error) => error.message), ask(2)];
  await turn();
  runs[0]!.fail(new Error('out of range'));
  await turn();
  expect(runs.slice(1).map(({ questions }) => questions)).toEqual([[[1]], [[2]]]);
  runs[1]!.fail(new Error('out of range'));
  runs[2]!.answer();
  expect(await poison).toBe('out of range');
  expect(await other).toEqual({ value: 2 });
});

it('puts no more questions into a statement than it should hold', async () => {
  const { runs, ask } = make();
  const answers = Array.from({ length: 40 }, (_, value) => ask(value));
  await turn();
  await turn();
  expect(runs.map(({ questions }) => questions.length)).toEqual([32, 8]);
  for (const run of runs) run.answer();
  expect(await Promise.all(answers)).toHaveLength(40);
});
