import { RandomIdGenerator, type IdGenerator } from '@opentelemetry/sdk-trace';

/** Random ids, but for the span that is begun inside `give`: that has the ones that follow from what it is about. */
export class GivenIds implements IdGenerator {
  private readonly random = new RandomIdGenerator();
  private given: { traceId: string; spanId?: string } | undefined;

  /** `begin` begins one span, at once. */
  give<T>(ids: { traceId: string; spanId?: string }, begin: () => T): T {
    this.given = ids;
    try {
      return begin();
    } finally {
      this.given = undefined;
    }
  }

  generateTraceId = (): string => this.given?.traceId ?? this.randomTraceId();
  generateSpanId = (): string => this.given?.spanId ?? this.random.generateSpanId();
  randomTraceId = (): string => this.random.generateTraceId();
}
