/**
 * Lets a few pass at a time under each name; the others wait in their order, for as long as they have patience. What
 * waits behind one name holds nobody up behind another.
 */
export class Gate {
  private readonly queues = new Map<string, { passing: number; readonly waiting: Set<(mayPass: boolean) => void> }>();

  constructor(
    private readonly atOnce: number,
    private readonly patienceMs: number,
  ) {}

  /** Runs the work in its place; false where none became free in time, and nothing was done. */
  async pass(name: string, work: () => Promise<void>): Promise<boolean> {
    const queue = this.queues.get(name) ?? { passing: 0, waiting: new Set() };
    this.queues.set(name, queue);
    if (queue.passing < this.atOnce) queue.passing += 1;
    else if (!(await this.placeIn(queue.waiting))) return false;
    try {
      await work();
    } finally {
      const [next] = queue.waiting;
      if (next !== undefined)
        next(true); // the place is handed on
      else if ((queue.passing -= 1) === 0) this.queues.delete(name);
    }
    return true;
  }

  private placeIn(waiting: Set<(mayPass: boolean) => void>): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (mayPass: boolean): void => {
        clearTimeout(timer);
        waiting.delete(end);
        resolve(mayPass);
      };
      const timer = setTimeout(() => end(false), this.patienceMs);
      waiting.add(end);
    });
  }
}
