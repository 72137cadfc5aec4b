/** The clock of this process in the tests of a file: it goes on by itself, and a test lets more time pass at once. */
export function skippableClock(): { skip(milliseconds: number): void } {
  let skipped = 0;
  beforeEach(() => {
    const clock = performance.now.bind(performance);
    jest.spyOn(performance, 'now').mockImplementation(() => clock() + skipped);
  });
  afterEach(() => void jest.restoreAllMocks());
  return { skip: (milliseconds) => void (skipped += milliseconds) };
}
