/** Resolves where the checked thing works, throws with a reason where it does not. */
export type HealthCheck = () => unknown;

/** Resolves with a sentence where an operator should look, though this process can do its work; undefined else. */
export type HealthWatch = () => string | undefined | Promise<string | undefined>;

/** What checks found wrong, each with a sentence. */
export type Findings = readonly { readonly check: string; readonly reason: string }[];

/** What `/health/ready` answers: 200 where `ready`, else 503. */
export interface Readiness {
  readonly status: 'ready' | 'not-ready';
  readonly reasons: Findings;
  /** What does not keep this process from its work: who spreads requests need not care. */
  readonly warnings: Findings;
}

/** What a round of checks found. */
interface Round {
  readonly failed: Findings;
  readonly warnings: Findings;
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
  private readonly watches = new Map<string, HealthWatch>();
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

  /** What it says never makes the process unready; one that fails says nothing. */
  watch(name: string, watch: HealthWatch): this {
    this.watches.set(name, watch);
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
    const { failed, warnings } = isKnown ? this.latest! : await (this.round ??= this.check());
    const reasons = this.draining
      ? [{ check: 'shutdown', reason: 'The process is shutting down.' }, ...failed]
      : failed;
    return { status: reasons.length === 0 ? 'ready' : 'not-ready', reasons, warnings };
  }

  /** Runs all checks at once; a check that does not answer in time counts as failed. Then waits for the next round. */
  private async check(): Promise<Round> {
    clearTimeout(this.timer);
    const { generation } = this;
    const [failed, warnings] = await Promise.all([
      findings(this.checks, (run) => reasonOf(run, this.timeoutMs)),
      findings(this.watches, (run) => warningOf(run, this.timeoutMs)),
    ]);
    const round = { failed, warnings, at: Date.now() };
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

async function findings<Run>(
  named: ReadonlyMap<string, Run>,
  ask: (run: Run) => Promise<string | undefined>,
): Promise<Findings> {
  const found = await Promise.all([...named].map(async ([check, run]) => ({ check, reason: await ask(run) })));
  return found.flatMap(({ check, reason }) => (reason === undefined ? [] : [{ check, reason }]));
}

async function warningOf(watch: HealthWatch, timeoutMs: number): Promise<string | undefined> {
  let warning: string | undefined;
  await reasonOf(async () => {
    warning = await watch();
  }, timeoutMs);
  return warning;
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
