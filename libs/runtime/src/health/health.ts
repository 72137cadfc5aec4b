/** Resolves where the checked thing works, throws with a reason where it does not. */
export type HealthCheck = () => unknown;

/** What `/health/ready` answers: 200 where `ready`, else 503. */
export interface Readiness {
  readonly status: 'ready' | 'not-ready';
  readonly reasons: readonly { readonly check: string; readonly reason: string }[];
}

/** What a round of checks found. */
interface Round {
  readonly failed: Readiness['reasons'];
  readonly at: number;
}

/** Longer than a busy database takes for `select 1`, shorter than a load balancer waits. */
const CHECK_TIMEOUT_MS = 2_000;
/** Between two rounds of checks: little for a database, and soon enough for who spreads the requests. */
const PAUSE_MS = 1_000;
/** While something fails, so that a process that is waited for is found ready at once. */
const PAUSE_AFTER_FAILURE_MS = 250;
/** A round older than this is of no use: the process was suspended. A pause and a timeout are less. */
const OLDEST_MS = 5_000;

/**
 * Knows whether this process can do its work. From the first question on it checks in the background, and questions are
 * answered from memory: any number of them costs no more checks.
 */
export class Health {
  private readonly checks = new Map<string, HealthCheck>();
  private draining = false;
  private latest: Round | undefined;
  private round: Promise<Round> | undefined;
  private timer: NodeJS.Timeout | undefined;
  /** Rises when what rounds under way find is of no use any more. */
  private generation = 0;

  constructor(private readonly timeoutMs = CHECK_TIMEOUT_MS) {}

  /** What was found without this check is forgotten. */
  add(name: string, check: HealthCheck): this {
    this.checks.set(name, check);
    this.forget();
    return this;
  }

  /** From now on not ready: whoever spreads the requests should send no more. */
  drain(): void {
    this.draining = true;
  }

  /** Ends the checks in the background, until the next question. */
  stop(): void {
    this.forget();
  }

  /** What the latest round of checks found, at most five seconds ago. The first question waits for the first round. */
  async readiness(): Promise<Readiness> {
    const isKnown = this.latest !== undefined && Date.now() - this.latest.at <= OLDEST_MS;
    const { failed } = isKnown ? this.latest! : await (this.round ??= this.check());
    const reasons = this.draining
      ? [{ check: 'shutdown', reason: 'The process is shutting down.' }, ...failed]
      : failed;
    return { status: reasons.length === 0 ? 'ready' : 'not-ready', reasons };
  }

  /** Runs all checks at once; a check that does not answer in time counts as failed. Then waits for the next round. */
  private async check(): Promise<Round> {
    clearTimeout(this.timer);
    const { generation } = this;
    const checks = [...this.checks];
    const reasons = await Promise.all(checks.map(([, run]) => reasonOf(run, this.timeoutMs)));
    const failed = checks.flatMap(([check], n) => (reasons[n] === undefined ? [] : [{ check, reason: reasons[n] }]));
    const round = { failed, at: Date.now() };
    if (generation !== this.generation) return round;
    this.latest = round;
    this.round = undefined;
    const pauseMs = failed.length > 0 ? PAUSE_AFTER_FAILURE_MS : PAUSE_MS;
    this.timer = setTimeout(() => void (this.round ??= this.check()), pauseMs).unref();
    return round;
  }

  private forget(): void {
    clearTimeout(this.timer);
    this.generation += 1;
    this.latest = undefined;
    this.round = undefined;
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
