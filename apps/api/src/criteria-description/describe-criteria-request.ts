import { ApiRequestSchema } from '../openapi/decorators.js';
import { IsCriteria } from '../criteria/is-criteria.js';

@ApiRequestSchema({ name: 'DescribeCriteriaRequest' })
export class DescribeCriteriaRequest {
  [member: string]: unknown;

  @IsCriteria({ required: true })
  criteria!: unknown;
}
