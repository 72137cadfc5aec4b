import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { mergeMap, type Observable } from 'rxjs';
import type { AnsweredQuestion } from './analytics.service.js';
import { writeAnalytics } from './analytics-response.js';

/** Sends the text of what the controller found, in the form that was agreed on. */
export class WrittenAnswer implements NestInterceptor<AnsweredQuestion, string> {
  intercept(context: ExecutionContext, next: CallHandler<AnsweredQuestion>): Observable<string> {
    const { answerType } = context.switchToHttp().getRequest<FastifyRequest>();
    return next.handle().pipe(mergeMap((answered) => writeAnalytics(answerType!, answered)));
  }
}
