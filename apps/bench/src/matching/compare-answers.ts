/** Ends the run where two answers differ: a fast wrong answer is no answer. Both ascending. */
export function compareAnswers(who: string, answered: ArrayLike<number>, expected: ArrayLike<number>): void {
  for (let place = 0; place < Math.max(answered.length, expected.length); place++) {
    if (answered[place] === expected[place]) continue;
    const [got, meant] = [answered[place], expected[place]];
    throw new Error(
      `${who} answered ${answered.length} alerts, the matcher ${expected.length}; the first difference is ` +
        `${got} instead of ${meant}`,
    );
  }
}
