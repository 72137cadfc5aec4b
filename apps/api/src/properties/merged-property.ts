import { ApiMovedPermanentlyResponse } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { LOCATION_HEADER } from '../openapi/decorators.js';

/** Describes where a read of a merged property leads. */
export const ApiMergedResponse = () =>
  ApiMovedPermanentlyResponse({
    description: 'Merged into another property, which Location names.',
    headers: LOCATION_HEADER,
  });

/** Answers 301 with the address of the property that another was merged into, with the query of the request. */
export function redirectToSurvivor(reply: FastifyReply, { mergedInto }: { mergedInto: string }, part = ''): undefined {
  const query = /\?.*$/.exec(reply.request.url)?.[0] ?? '';
  reply.status(301).header('location', `/properties/${mergedInto}${part}${query}`);
  return undefined;
}
