/** Resolves where the checked thing works, throws with a reason where it does not. */
export type HealthCheck = () => unknown;

/** What `/health/ready` answers: 200 where `ready`, else 503. */
export interface Readiness {
  readonly status: 'ready' | 'not-ready';
  readonly reasons: readonly { readonly check: string; readonly reason: string }[];
}

/** Longer than a busy database takes for `select 1`, shorter than a load balancer waits. */
const CHECK_TIMEOUT_MS = 2_000;

/** Knows whether this process can do its work. */
export class Health {
  private readonly checks = new Map<string, HealthCheck>();
  private draining = false;

  add(name: string, check: HealthCheck): this {
    this.checks.set(name, check);
    return this;
  }

  /** From now on not ready: whoever spreads the requests should send no more. */
  drain(): void {
    this.draining = true;
  }

  /** Runs all checks at once; a check that does not answer in time counts as failed. */
  async readiness(timeoutMs = CHECK_TIMEOUT_MS): Promise<Readiness> {
    const outcomes = await Promise.all(
      [...this.checks].map(async ([check, run]) => ({ check, reason: await reasonOf(run, timeoutMs) })),
    );
    const failed = outcomes.flatMap(({ check, reason }) => (reason === undefined ? [] : [{ check, reason }]));
    const reasons = this.draining
      ? [{ check: 'shutdown', reason: 'The process is shutting down.' }, ...failed]
      : failed;
    return { status: reasons.length === 0 ? 'ready' : 'not-ready', reasons };
  }
}

async function reasonOf(check: HealthCheck, timeoutMs: number): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(`No answer within ${timeoutMs} ms.`), timeoutMs);
  });
  try {
    return await Promise.race([
      Promise.resolve()
        .then(check)
        .then(() => undefined),
      late,
    ]);
  } catch (error) {
    return describe(error);
  } finally {
    clearTimeout(timer);
  }
}

/** A refused connection comes as an AggregateError, which has no message of its own. */
function describe(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(describe).join('; ');
  return error instanceof Error && error.message !== '' ? error.message : String(error);
}
