import {
  Inject,
  Module,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { CONFIG } from '@gable/platform';
import { Health, Registry, startHealthServer, type Config } from '@gable/runtime';

type HealthConfig = Pick<Config, 'host' | 'workerPort' | 'metricsToken'>;

/** Serves `/health/live`, `/health/ready` and `/metrics` of the worker. */
@Module({})
export class HealthModule implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown {
  private server: Awaited<ReturnType<typeof startHealthServer>> | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: HealthConfig,
    private readonly health: Health,
    private readonly metrics: Registry,
  ) {}

  /** Where it listens, once the worker has started. */
  get port(): number | undefined {
    return this.server?.port;
  }

  async onApplicationBootstrap(): Promise<void> {
    const { health, metrics } = this;
    const { host, workerPort: port, metricsToken } = this.config;
    this.server = await startHealthServer({ host, port, health, metrics, metricsToken });
  }

  beforeApplicationShutdown(): void {
    this.health.drain();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.server?.close();
  }
}
