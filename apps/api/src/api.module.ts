import { Module, type DynamicModule } from '@nestjs/common';
import { AccessModule } from './access/access.module.js';
import { HealthModule } from './health/health.module.js';
import { HttpModule } from './http/http.module.js';
import type { RouteTable } from './http/route-table.js';
import { PartsModule, type ApiParts } from './parts.js';
import { PropertiesModule } from './properties/properties.module.js';

/** Everything the interface answers, one line per resource. */
@Module({
  imports: [
    HttpModule, // errors, forms of answers, reading of requests
    AccessModule, // keys and roles before every route
    HealthModule, // GET /health/live, /health/ready, /metrics
    PropertiesModule, // POST /properties, /properties/count; GET /properties/search-by-url, /properties/{uuid}, /properties/{uuid}/history
  ],
})
export class ApiModule {
  static of(parts: ApiParts, routes: RouteTable): DynamicModule {
    return { module: ApiModule, imports: [PartsModule.of(parts, routes)] };
  }
}
