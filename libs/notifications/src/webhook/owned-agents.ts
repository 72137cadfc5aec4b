import type { Agent } from 'undici';

/**
 * An agent per owner, made when it is needed and closed when it has rested: a slow receiver holds its owner's alone.
 */
export class OwnedAgents {
  private readonly agents = new Map<string, OwnedAgent>();

  constructor(private readonly make: () => Agent) {}

  async use<T>(ownerId: string, work: (agent: Agent) => Promise<T>): Promise<T> {
    const owned = this.agents.get(ownerId) ?? { agent: this.make(), users: 0, rest: undefined };
    this.agents.set(ownerId, owned);
    clearTimeout(owned.rest);
    owned.users += 1;
    try {
      return await work(owned.agent);
    } finally {
      owned.users -= 1;
      if (owned.users === 0) owned.rest = setTimeout(() => this.retire(ownerId, owned), REST_MS).unref();
    }
  }

  async close(): Promise<void> {
    const agents = [...this.agents.values()];
    this.agents.clear();
    for (const { rest } of agents) clearTimeout(rest);
    await Promise.all(agents.map(({ agent }) => agent.destroy()));
  }

  private retire(ownerId: string, owned: OwnedAgent): void {
    if (this.agents.get(ownerId) === owned) this.agents.delete(ownerId);
    void owned.agent.destroy();
  }
}

interface OwnedAgent {
  readonly agent: Agent;
  users: number;
  rest: NodeJS.Timeout | undefined;
}

/** Longer than an idle connection is kept. */
const REST_MS = 15_000;
