import { Query } from '@nestjs/common';

const TAKE_QUERY = new WeakSet<object>();

/**
 * Injects the query parameters as the parameter's class, like Nest's `@Query()`, and notes that the route takes some.
 */
export function ReadQuery(): ParameterDecorator {
  return (controller, method, index) => {
    TAKE_QUERY.add((controller as Record<string | symbol, object>)[method!]!);
    Query()(controller, method, index);
  };
}

/** Whether the handler of a route takes query parameters. */
export function takesQuery(handler: object): boolean {
  return TAKE_QUERY.has(handler);
}
