import { FieldsParameter } from '../fields/fields-query.js';
import { PageQuery } from '../http/collection.js';

export class RevisionsQuery extends PageQuery {
  @FieldsParameter() fields?: string | string[];
}
