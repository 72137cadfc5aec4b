import { IsCriteria } from '../criteria/is-criteria.js';
import { ApiRequestSchema } from '../openapi/decorators.js';

/** Which events count, as a criteria tree; `AnalyticsService` reads it. */
@ApiRequestSchema()
export class AnalyticsRequest {
  @IsCriteria({ required: true })
  criteria?: unknown;
}
