import type { AttemptReport } from '@gable/domain/delivery';
import type { SeededRandom } from '@gable/domain/testing';

/** How a receiver behaves for a while. */
export type Mood = 'answers' | 'fails' | 'hangs' | 'resets' | 'asks for patience' | 'is gone' | 'wavers';

/** What happened to one request that reached a receiver. */
export interface Answer {
  /** After this many milliseconds the receiver has it, or never. */
  readonly arrivesMs: number | null;
  /** After this many the sender knows. */
  readonly answeredMs: number;
  readonly report: AttemptReport;
}

const FAILURES: readonly Mood[] = ['fails', 'hangs', 'resets', 'asks for patience', 'wavers', 'is gone'];

/** A receiver that fails in many ways; most of them recover some day. */
export class Receiver {
  private readonly phases: { until: number; mood: Mood }[] = [];

  constructor(
    private readonly random: SeededRandom,
    readonly failsUntil: number,
  ) {
    for (let at = 0; at < failsUntil;) {
      at += random.whole(1_000, Math.max(2_000, Math.floor(failsUntil / 3)));
      this.phases.push({
        until: Math.min(at, failsUntil),
        mood: random.chance(0.35) ? 'answers' : random.chance(0.9) ? random.pick(FAILURES.slice(0, 5)) : 'is gone',
      });
    }
  }

  /** What becomes of a request sent now, by a time that nobody sets. */
  ask(time: number): Answer {
    const mood = this.phases.find(({ until }) => time < until)?.mood ?? 'answers';
    const quick = this.random.whole(1, 400);
    const answered = (status: number, retryAfterMs?: number): Answer => ({
      arrivesMs: status < 300 ? quick : null,
      answeredMs: quick + 1,
      report: { kind: 'answered', status, retryAfterMs },
    });
    switch (mood) {
      case 'answers':
        return answered(200);
      case 'fails':
        return answered(this.random.pick([500, 502, 404, 301, 401]));
      case 'asks for patience':
        return answered(this.random.pick([429, 503]), this.random.whole(0, 600_000));
      case 'is gone':
        return answered(410);
      case 'hangs':
        return { arrivesMs: null, answeredMs: 15_000, report: { kind: 'failed', code: 'TIMEOUT' } };
      // Either it got it and the answer was lost, or it never did: the sender cannot know.
      case 'resets':
        return {
          arrivesMs: this.random.chance(0.5) ? quick : null,
          answeredMs: quick + 1,
          report: { kind: 'failed', code: 'CONNECTION_RESET' },
        };
      case 'wavers':
        return this.random.chance(0.5) ? answered(200) : answered(500);
    }
  }
}
