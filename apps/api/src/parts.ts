import { Global, Module, type DynamicModule } from '@nestjs/common';
import type { CriteriaLimits } from '@gable/domain/criteria';
import { Database } from '@gable/persistence';
import { Health, Registry, Sealer, type Logger, type Secrets, type ResolveHost } from '@gable/runtime';
import type { PropertySearch } from '@gable/search';
import { RouteTable } from './http/route-table.js';
import { UsageMeter } from './usage/usage-meter.js';

/** What the API is put together from; main.ts opens it, specs bring their own. */
export interface ApiParts {
  database: Database;
  search: PropertySearch;
  secrets: Pick<Secrets, 'keyPepper' | 'cursorSecret'>;
  /** Bounds on criteria; the operator's settings. */
  criteriaLimits: CriteriaLimits;
  /** Opens and seals what is kept encrypted. */
  sealer: Sealer;
  /** CIDRs that destinations may lie in beside the public internet. */
  destinationAllowedNetworks: readonly string[];
  /** Asks the name servers where a destination leads. */
  resolveHost: ResolveHost;
  /** Requests a key may make; 0 = any number. */
  rateLimitPerMinute: number;
  /** Counts what is billed; undefined where the operator does not want it counted. */
  usage: UsageMeter | undefined;
  health: Health;
  metrics: Registry;
  /** Where set, /metrics asks for it. */
  metricsToken: string | undefined;
  log: Logger;
}

export const PROPERTY_SEARCH = Symbol('PropertySearch');
export const CRITERIA_LIMITS = Symbol('CriteriaLimits');
export const DESTINATION_ALLOWED_NETWORKS = Symbol('networks that destinations may lie in');
export const RESOLVE_HOST = Symbol('ResolveHost');
export const SECRETS = Symbol('Secrets');
export const RATE_LIMIT_PER_MINUTE = Symbol('requests that a key may make in a minute');
export const LOG = Symbol('Logger');
export const METRICS_TOKEN = Symbol('metrics token');

/** Makes the parts injectable everywhere. */
@Global()
@Module({})
export class PartsModule {
  static of(parts: ApiParts, routes: RouteTable): DynamicModule {
    const {
      database,
      search,
      secrets,
      criteriaLimits,
      sealer,
      destinationAllowedNetworks,
      resolveHost,
      rateLimitPerMinute,
      usage,
      health,
      metrics,
      metricsToken,
      log,
    } = parts;
    const providers = [
      { provide: Database, useValue: database },
      { provide: PROPERTY_SEARCH, useValue: search },
      { provide: SECRETS, useValue: secrets },
      { provide: CRITERIA_LIMITS, useValue: criteriaLimits },
      { provide: Sealer, useValue: sealer },
      { provide: DESTINATION_ALLOWED_NETWORKS, useValue: destinationAllowedNetworks },
      { provide: RESOLVE_HOST, useValue: resolveHost },
      { provide: RATE_LIMIT_PER_MINUTE, useValue: rateLimitPerMinute },
      { provide: UsageMeter, useValue: usage },
      { provide: Health, useValue: health },
      { provide: Registry, useValue: metrics },
      { provide: METRICS_TOKEN, useValue: metricsToken },
      { provide: LOG, useValue: log },
      { provide: RouteTable, useValue: routes },
    ];
    return { module: PartsModule, providers, exports: providers.map(({ provide }) => provide) };
  }
}
