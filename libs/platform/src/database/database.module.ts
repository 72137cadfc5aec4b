import { Module, type DynamicModule, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { Database } from '@gable/persistence';
import { WaitingRoom } from './waiting-room.js';
import { DatabaseServer, type ConnectionOptions } from './database-server.js';
import { refuseEmptyHanded } from './refuse-empty-handed.js';

type Room = Pick<WaitingRoom, 'wait' | 'close'>;

const NO_ROOM: Room = {
  wait: (reason) => Promise.reject(new Error(reason)),
  close: () => Promise.resolve(),
};

/** The `Database` of the process, for every module. Closed last, because other modules write while they shut down. */
@Module({})
export class DatabaseModule implements OnModuleInit, OnApplicationShutdown {
  constructor(
    private readonly server: DatabaseServer,
    private readonly modules: ModulesContainer,
  ) {}

  /**
   * Opens the pool that most of the process works with. A module that needs one of its own asks `DatabaseServer`. Where
   * the database has no schema of this release, the process waits in `room`; without one it refuses.
   */
  static forRoot(options: ConnectionOptions, room: Room = NO_ROOM): DynamicModule {
    return {
      module: DatabaseModule,
      global: true,
      providers: [
        { provide: WaitingRoom, useValue: room },
        DatabaseServer,
        { provide: Database, inject: [DatabaseServer], useFactory: (server: DatabaseServer) => server.open(options) },
      ],
      exports: [DatabaseServer, Database],
    };
  }

  /** A store that was listed without its database ends the start, with the server left as after any other refusal. */
  async onModuleInit(): Promise<void> {
    try {
      refuseEmptyHanded(this.modules);
    } catch (error) {
      await this.server.close();
      throw error;
    }
  }

  /** Runs after the hooks of all modules that are not global. */
  async onApplicationShutdown(): Promise<void> {
    await this.server.close();
  }
}
