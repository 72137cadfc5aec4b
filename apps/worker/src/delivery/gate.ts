/**
 * Lets a few pass at a time under each name; the others wait in their order. What waits behind one name holds nobody up
 * behind another.
 */
export class Gate {
  private readonly queues = new Map<string, { passing: number; waiting: (() => void)[] }>();

  constructor(private readonly atOnce: number) {}

  async pass<T>(name: string, work: () => Promise<T>): Promise<T> {
    const queue = this.queues.get(name) ?? { passing: 0, waiting: [] };
    this.queues.set(name, queue);
    if (queue.passing >= this.atOnce) await new Promise<void>((resolve) => queue.waiting.push(resolve));
    else queue.passing += 1;
    try {
      return await work();
    } finally {
      const next = queue.waiting.shift();
      if (next !== undefined)
        next(); // the place is handed on
      else if ((queue.passing -= 1) === 0) this.queues.delete(name);
    }
  }
}
