import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { readHostName } from '@gable/domain/listing';
import type { FastifyRequest } from 'fastify';
import { Problem } from '../http/problem.js';

/** The domain in the path, of a source that the caller's key is bound to. @throws Problem forbidden */
export const BoundSource = createParamDecorator((_: unknown, context: ExecutionContext): string => {
  const { params, caller } = context.switchToHttp().getRequest<FastifyRequest>();
  const domain = readHostName((params as { domain: string }).domain);
  if (domain === undefined || !caller!.sources.includes(domain))
    throw new Problem('forbidden', 'This API key is not bound to that source.');
  return domain;
});
