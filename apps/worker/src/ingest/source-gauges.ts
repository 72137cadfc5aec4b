import { Inject, Injectable } from '@nestjs/common';
import { SourceStore, type MeasuredSource } from '@gable/persistence/listings';
import { CONFIG } from '@gable/platform';
import { Gauge, keptRead, Registry, staleAfterSeconds, type Config } from '@gable/runtime';

/** Sources that have time series of their own; beyond it only the number of stale ones is given. */
const MOST_SHOWN = 1_000;
/** Sources that are read for it. */
const MOST_READ = 100_000;
/** The gauges of one scrape share what was read. */
const READ_AGAIN_MS = 1_000;

/** How the sources are doing that have listings online, read when somebody asks. */
@Injectable()
export class SourceGauges {
  constructor(
    registry: Registry,
    sources: SourceStore,
    @Inject(CONFIG) private readonly config: Pick<Config, 'sourceStaleAfterMs'>,
  ) {
    const all = keptRead(READ_AGAIN_MS, () => sources.measure(MOST_READ));
    const each = (name: string, help: string, read: (source: MeasuredSource) => number | null) => {
      new Gauge({
        name: `gable_source_${name}`,
        help,
        labelNames: ['source'],
        registers: [registry],
        async collect() {
          const shown = (await all()).slice(0, MOST_SHOWN);
          this.reset();
          for (const source of shown) {
            const value = read(source);
            if (value !== null) this.set({ source: source.domain }, value);
          }
        },
      });
    };
    each('listings_online', 'Listings of the source that are online.', ({ listingsOnline }) => listingsOnline);
    each('state_age_seconds', 'Since the newest state or snapshot of the source.', ({ ageSeconds }) => ageSeconds);
    each('stale_after_seconds', 'Age beyond which the source is stale.', (source) => this.staleAfter(source));
    each('rejects_last_day', 'Refused lines within the last day.', ({ rejectsOfLastDay }) => rejectsOfLastDay);
    const countStale = async (): Promise<number> => (await all()).filter((source) => this.isStale(source)).length;
    new Gauge({
      name: 'gable_sources_stale',
      help: 'Sources with listings online whose newest state is older than it may be.',
      registers: [registry],
      async collect() {
        this.set(await countStale());
      },
    });
  }

  private isStale(source: MeasuredSource): boolean {
    return source.ageSeconds !== null && source.ageSeconds > this.staleAfter(source);
  }

  private staleAfter({ domain }: MeasuredSource): number {
    return staleAfterSeconds(this.config, domain);
  }
}
