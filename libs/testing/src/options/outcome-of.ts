/** What a program has said and its exit code, if it has ended. */
export interface ProgramOutcome {
  readonly code: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

class Ended extends Error {}

/** Runs a program in this process until it would end it; keeps what it says. */
export async function outcomeOf(program: () => unknown): Promise<ProgramOutcome> {
  const { stdout, stderr } = process;
  const exit = process.exit.bind(process);
  const writes = { stdout: stdout.write.bind(stdout), stderr: stderr.write.bind(stderr) };
  const said = { stdout: '', stderr: '' };
  let code: number | undefined;
  process.exit = (given) => {
    code = Number(given ?? 0);
    throw new Ended();
  };
  stdout.write = (text) => Boolean((said.stdout += String(text)));
  stderr.write = (text) => Boolean((said.stderr += String(text)));
  try {
    await program();
  } catch (error) {
    if (!(error instanceof Ended)) throw error;
  } finally {
    process.exit = exit;
    stdout.write = writes.stdout;
    stderr.write = writes.stderr;
  }
  return { code, ...said };
}
