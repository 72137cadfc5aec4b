import { ApiJsonProperty } from '../openapi/decorators.js';
import { ref } from '../openapi/schema.js';

const READ_BY_SERVICE = new WeakSet<object>();

/**
 * A member that takes a criteria tree. The service reads its whole class with `parseCriteria`, because the ids it may
 * name depend on the account, and because class-validator would take several times as long for the largest tree.
 */
export function IsCriteria({ required = false } = {}): PropertyDecorator {
  return (target, name) => {
    READ_BY_SERVICE.add(target.constructor);
    ApiJsonProperty(ref('Criteria'), { required })(target, name);
  };
}

/** Whether the service reads a request class, or a class that it extends. */
export function isReadByService(type: unknown): boolean {
  return typeof type === 'function' && (READ_BY_SERVICE.has(type) || isReadByService(Object.getPrototypeOf(type)));
}
