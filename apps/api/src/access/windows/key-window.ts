import { WINDOW_MS, type Ask, type Taken } from './window-store.js';

/** Whether a request is admitted, and how the minute of its key stands. */
export interface Standing {
  readonly isAdmitted: boolean;
  readonly remaining: number;
  readonly endsInMs: number;
}

/** A process holds no more than this share of the limit that it has not used: four lose less than a twentieth. */
const LARGEST_SHARE = 1 / 64;
/** It begins with less, so that one that is hardly asked holds next to nothing. */
const FIRST_SHARE = 1 / 256;
/** Towards the end of the limit, of what is left. */
const SHARE_OF_REST = 1 / 8;
/** Who was refused asks again no sooner: another process has lost its claim, or the limit was raised. */
const ASK_AGAIN_MS = 500;

/** The minute of one key in this process: the portion it holds, and who waits for the next. */
export class KeyWindow {
  private held = 0;
  private admitted = 0;
  private granted = 0;
  private share = FIRST_SHARE;
  private endsAt = -Infinity;
  private askAgainAt = -Infinity;
  private readonly waiting: ((standing: Standing) => void)[] = [];

  constructor(
    private readonly key: string,
    private limit: number,
  ) {}

  /** Begins anew where its minute is over. */
  at(now: number, limit: number): this {
    this.limit = limit;
    if (now < this.endsAt) return this;
    this.held = 0;
    this.admitted = 0;
    this.granted = 0;
    this.share = FIRST_SHARE;
    this.askAgainAt = -Infinity;
    return this;
  }

  isOver(now: number): boolean {
    return now >= this.endsAt && this.waiting.length === 0;
  }

  /** Undefined: a portion is to be asked for. */
  take(now: number): Standing | undefined {
    if (this.held > 0) {
      this.held -= 1;
      this.admitted += 1;
      return this.standing(true, now);
    }
    return now < this.askAgainAt ? this.standing(false, now) : undefined;
  }

  wait(): Promise<Standing> {
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  /** What to ask for: for all who wait, and for some who will come. */
  ask(): Ask {
    const share = Math.min(this.limit * this.share, (this.limit - this.granted) * SHARE_OF_REST);
    this.share = Math.min(LARGEST_SHARE, 2 * this.share);
    return { key: this.key, limit: this.limit, wanted: this.waiting.length + Math.max(0, Math.floor(share) - 1) };
  }

  /** Serves who waits. Answers whether there are more of them than were asked for. */
  receive({ taken, granted, endsInMs }: Taken, { wanted }: Ask, now: number): boolean {
    this.granted = granted;
    this.endsAt = now + endsInMs;
    this.held += taken;
    if (taken < wanted) this.askAgainAt = now + ASK_AGAIN_MS;
    while (this.waiting.length > 0) {
      const standing = this.take(now);
      if (standing === undefined) return true;
      this.waiting.shift()!(standing);
    }
    return false;
  }

  /** Admits what this process may admit alone, while nobody counts for all. */
  takeAlone(now: number): Standing {
    if (now >= this.endsAt) this.endsAt = now + WINDOW_MS;
    this.held = Math.max(0, this.held - 1);
    const isAdmitted = this.admitted < this.limit;
    if (isAdmitted) this.admitted += 1;
    return { isAdmitted, remaining: this.limit - this.admitted, endsInMs: this.endsAt - now };
  }

  /** Serves who waits for somebody who does not come. */
  serveAlone(now: number): void {
    for (const resolve of this.waiting.splice(0)) resolve(this.takeAlone(now));
  }

  private standing(isAdmitted: boolean, now: number): Standing {
    const remaining = Math.max(0, this.limit - this.granted) + this.held;
    return { isAdmitted, remaining: isAdmitted ? remaining : 0, endsInMs: this.endsAt - now };
  }
}
