import { hostname } from 'node:os';
import { Inject, Injectable } from '@nestjs/common';
import {
  markedName,
  openDatabase,
  openReplicated,
  refuseTwoDatabases,
  refuseUnfitSessions,
  unmarkedName,
  type Database,
  type PoolFigures,
} from '@gable/persistence';
import { DeliveryPauseStore } from '@gable/persistence/delivery';
import { SecretKeyStore } from '@gable/persistence/operation';
import { acquirePostgres, type Config, type EmbeddedPostgres, type SecretRings } from '@gable/runtime';
import { ReplicaOfProcess } from './replica-of-process.js';
import { untilSchemaFits } from './until-schema-fits.js';
import { WaitingRoom } from './waiting-room.js';
import { CONFIG, SECRETS } from '../config/config.module.js';

/** How a process connects: the name that PostgreSQL shows, the size of the pool, the bound of a statement. */
export type ConnectionOptions = Omit<NonNullable<Parameters<typeof openDatabase>[1]>, 'directUrl' | 'migrations'> & {
  /** Work for which `StaleReads` allows it may read the standby of the settings, where there is one. */
  readonly mayReadReplica?: boolean;
};

/** The PostgreSQL of the settings, or the embedded one of the home. Opens pools of connections and closes them all. */
@Injectable()
export class DatabaseServer {
  /** A promise, because modules open their pools at the same time. */
  private postgres: Promise<EmbeddedPostgres> | undefined;
  private readonly opened: Database[] = [];
  private admitted: Promise<void> | undefined;
  private openingReplica: Promise<ReplicaOfProcess> | undefined;

  constructor(
    @Inject(CONFIG)
    private readonly config: Pick<
      Config,
      'databaseUrl' | 'databaseDirectUrl' | 'databasePoolSize' | 'databaseReplica' | 'home' | 'secretsFile' | 'delivery'
    >,
    @Inject(SECRETS) private readonly secrets: SecretRings,
    @Inject(WaitingRoom) private readonly room: Pick<WaitingRoom, 'wait' | 'close'>,
  ) {}

  /**
   * Opens a pool. @throws where the server cannot be reached, and SecretsRefused where the secrets of this process do
   * not fit; the embedded one is then left
   */
  async open(options: ConnectionOptions): Promise<Database> {
    try {
      const database = await this.connect(options);
      this.opened.push(database);
      await (this.admitted ??= this.admit(database, options));
      if (options.mayReadReplica) (await this.replica())?.start(); // what it reads now has a schema that fits
      return database;
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  private async connect({ mayReadReplica = false, poolSize = 10, ...options }: ConnectionOptions): Promise<Database> {
    const { databaseDirectUrl: directUrl, databasePoolSize } = this.config;
    const applicationName = markedName(options.applicationName ?? 'gable');
    const sized = { ...options, applicationName, directUrl, poolSize: Math.min(poolSize, databasePoolSize) };
    const replica = mayReadReplica ? await this.replica() : undefined;
    return replica === undefined
      ? openDatabase(await this.url(), sized)
      : openReplicated(await this.url(), sized, replica);
  }

  /** The standby that this process may read; undefined where the settings name none. */
  async replica(): Promise<ReplicaOfProcess | undefined> {
    const { databaseReplica } = this.config;
    return databaseReplica && (this.openingReplica ??= this.openReplica(databaseReplica));
  }

  private async openReplica(settings: NonNullable<Config['databaseReplica']>): Promise<ReplicaOfProcess> {
    return ReplicaOfProcess.open(this.config.databaseDirectUrl ?? (await this.url()), settings);
  }

  /** How each pool of this process is doing, by its name. */
  poolFigures(): PoolFigures[] {
    return this.opened
      .flatMap((database) => database.poolFigures())
      .map((figures) => ({ ...figures, applicationName: unmarkedName(figures.applicationName) }));
  }

  /** Closes every pool, then leaves the embedded server: the last user stops it. Safe to call twice. */
  async close(): Promise<void> {
    try {
      // Taken out first: where secrets are refused, every module that opens a pool calls this.
      const replica = await this.openingReplica?.catch(() => undefined);
      this.openingReplica = undefined;
      await Promise.all([replica?.close(), ...this.opened.splice(0).map((database) => database.close())]);
    } finally {
      const postgres = await this.postgres?.catch(() => undefined);
      await postgres?.release();
    }
  }

  /**
   * Once a process, before anything of it works: addresses, schema and secrets have to fit, and nothing is sent where
   * that is off.
   */
  private async admit(database: Database, { applicationName = 'gable' }: ConnectionOptions): Promise<void> {
    if (this.config.databaseDirectUrl !== undefined) {
      await refuseTwoDatabases(database);
      await refuseUnfitSessions(database);
    }
    await untilSchemaFits(database, this.room);
    await new SecretKeyStore(database).admit(this.secrets);
    if (this.config.delivery === 'off')
      await new DeliveryPauseStore(database).pause(
        `DELIVERY=off of ${applicationName} ${process.pid} at ${hostname()}`,
      );
  }

  private async url(): Promise<string> {
    const { databaseUrl, home, secretsFile } = this.config;
    if (databaseUrl !== undefined) return databaseUrl;
    return (await (this.postgres ??= acquirePostgres({ home, secretsFile }))).url;
  }
}
