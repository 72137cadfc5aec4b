import type { OpenAPIObject } from '@nestjs/swagger';

/** Where a route says its scope until the document is finished. */
export const SCOPE_EXTENSION = 'x-gable-scope';

interface Operation {
  security?: Record<string, string[]>[];
  [SCOPE_EXTENSION]?: string;
}

/** Says of every operation with a key which scope it needs: OpenAPI 3.1 has a place for it beside any scheme. */
export function addScopes(document: OpenAPIObject): void {
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item as Record<string, Operation>));
  for (const operation of operations) {
    const scope = operation[SCOPE_EXTENSION];
    if (scope === undefined) continue;
    operation.security = [{ apiKey: [scope] }];
    delete operation[SCOPE_EXTENSION];
  }
}
