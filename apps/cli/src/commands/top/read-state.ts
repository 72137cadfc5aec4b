import { StageFiguresStore, type Database, type StageFigures } from '@gable/persistence';
import { DeliveryFiguresStore, DeliveryPauseStore } from '@gable/persistence/delivery';
import { SourceStore } from '@gable/persistence/listings';
import { ServerStore, unattendedStages, WorkerProcessStore } from '@gable/persistence/operation';
import { neededStages, staleAfterSeconds, type Config } from '@gable/runtime';

/** The state of everything at one moment, by the database's clock. */
export type State = Awaited<ReturnType<StateReader['read']>>;

const MOST_ORIGINS = 3;
const MOST_SOURCES = 5;
/** Those with most listings online; among them the stalest are looked for. */
const SOURCES_READ = 1_000;
/** Tables whose growth says how much each stage does. */
const WRITTEN = ['listing_revision', 'alert_event', 'delivery'];

/** Reads what `gable top` shows. Nothing it asks costs more as the store grows, only as what waits does. */
export class StateReader {
  constructor(
    private readonly database: Database,
    private readonly config: Pick<Config, 'searchEngine' | 'sourceStaleAfterMs'>,
  ) {}

  async read() {
    const { database } = this;
    const server = new ServerStore(database);
    const deliveries = new DeliveryFiguresStore(database);
    const at = await database.now();
    const needed = neededStages(this.config);
    const workers = await new WorkerProcessStore(database).list();
    const figures: StageFigures = await new StageFiguresStore(database).read();
    const { openBreakers, switchedOff } = await deliveries.read(at);
    return {
      at,
      stages: needed.map((stage) => ({
        stage,
        processes: workers.filter(({ stages }) => stages.includes(stage)).length,
        ...(stage === 'upkeep' ? { waiting: null, lagSeconds: null } : figures[stage]),
      })),
      unattended: unattendedStages(needed, workers),
      workers,
      written: await this.written(server),
      deliveryPause: await new DeliveryPauseStore(database).read(),
      openBreakers,
      switchedOff,
      slowestOrigins: await deliveries.slowestOrigins(MOST_ORIGINS, at),
      sources: await this.stalestSources(),
      server: await server.sessions(),
      locks: (await server.advisoryLocks()).filter(({ lock }) => lock !== 'workerLife'),
      blocked: await server.blockedSessions(),
    };
  }

  /** States of listings stored, events recorded and deliveries ended, since the server began to count. */
  private async written(server: ServerStore): Promise<{ states: number; events: number; deliveries: number }> {
    const writes = new Map((await server.writes(WRITTEN)).map((table) => [table.name, table]));
    return {
      states: writes.get('listing_revision')?.inserted ?? 0,
      events: writes.get('alert_event')?.inserted ?? 0,
      deliveries: writes.get('delivery')?.deleted ?? 0,
    };
  }

  /** Those nearest to, or furthest beyond, the age that they may have. */
  private async stalestSources() {
    const sources = await new SourceStore(this.database).measure(SOURCES_READ);
    return sources
      .flatMap(({ domain, ageSeconds, listingsOnline, rejectsOfLastDay }) => {
        if (ageSeconds === null) return [];
        const mayBe = staleAfterSeconds(this.config, domain);
        return [{ domain, ageSeconds, staleAfterSeconds: mayBe, listingsOnline, rejectsOfLastDay }];
      })
      .sort((a, b) => b.ageSeconds / b.staleAfterSeconds - a.ageSeconds / a.staleAfterSeconds)
      .slice(0, MOST_SOURCES);
  }
}

/** What was done in a second, between two states; null where there is no earlier one, or the server began anew. */
export interface Rates {
  readonly states: number;
  readonly events: number;
  readonly deliveries: number;
}

export function ratesBetween(before: State | undefined, now: State): Rates | null {
  if (before === undefined) return null;
  const seconds = (now.at.getTime() - before.at.getTime()) / 1_000;
  const names = ['states', 'events', 'deliveries'] as const;
  if (seconds <= 0 || names.some((name) => now.written[name] < before.written[name])) return null;
  const rate = (name: (typeof names)[number]): number =>
    Math.round(((now.written[name] - before.written[name]) / seconds) * 10) / 10;
  return { states: rate('states'), events: rate('events'), deliveries: rate('deliveries') };
}
