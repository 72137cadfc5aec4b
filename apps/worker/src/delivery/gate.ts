/** Lets a few pass at a time under each name; the others wait in their order. What waits behind one name holds nobody up behind another. */
export class Gate {
  private readonly lanes = new Map<string, { passing: number; waiting: (() => void)[] }>();

  constructor(private readonly atOnce: number) {}

  async pass<T>(name: string, work: () => Promise<T>): Promise<T> {
    const lane = this.lanes.get(name) ?? { passing: 0, waiting: [] };
    this.lanes.set(name, lane);
    if (lane.passing >= this.atOnce) await new Promise<void>((resolve) => lane.waiting.push(resolve));
    else lane.passing += 1;
    try {
      return await work();
    } finally {
      const next = lane.waiting.shift();
      if (next !== undefined)
        next(); // the place is handed on
      else if ((lane.passing -= 1) === 0) this.lanes.delete(name);
    }
  }
}
