import { Global, Module, type FactoryProvider } from '@nestjs/common';
import { DatabaseServer, type ConnectionOptions } from '@gable/platform';
import { connectionsOf, POOLS } from './pools.js';

/** Injects the connections of analytics. */
export const ANALYTICS_DATABASE = Symbol('the Database of analytics');
/** Injects the connections of previews. */
export const PREVIEW_DATABASE = Symbol('the Database of previews');
/** Injects the connections over which feeds arrive. */
export const UPLOAD_DATABASE = Symbol('the Database of uploads');
/** Injects the connections that write single listings. */
export const LISTING_DATABASE = Symbol('the Database of listings');
/** Injects what finds out who asks, and whether the database answers at all, however busy all others are. */
export const ACCESS_DATABASE = Symbol('the Database of keys and health');

/** Keys are looked up and requests counted one statement at a time each; health is asked over the third one. */
const ACCESS_CONNECTIONS: ConnectionOptions = {
  applicationName: 'gable api access',
  poolSize: 3,
  statementTimeoutMs: POOLS.records.statementTimeoutMs,
};

/** Connections of their own for what must not wait for others, or keep others waiting. The rest has `Database`. */
@Global()
@Module({
  providers: [
    opened(ANALYTICS_DATABASE, connectionsOf('analytics')),
    opened(PREVIEW_DATABASE, connectionsOf('preview')),
    opened(UPLOAD_DATABASE, connectionsOf('uploads')),
    opened(LISTING_DATABASE, connectionsOf('listings')),
    opened(ACCESS_DATABASE, ACCESS_CONNECTIONS),
  ],
  exports: [ANALYTICS_DATABASE, PREVIEW_DATABASE, UPLOAD_DATABASE, LISTING_DATABASE, ACCESS_DATABASE],
})
export class DatabasesModule {}

function opened(provide: symbol, options: ConnectionOptions): FactoryProvider {
  return { provide, inject: [DatabaseServer], useFactory: (server: DatabaseServer) => server.open(options) };
}
