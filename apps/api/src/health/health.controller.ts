import { Controller, Get, Headers, Inject, Res } from '@nestjs/common';
import { CONFIG } from '@gable/platform';
import { Health, mayReadMetrics, Registry, type Config, type Readiness } from '@gable/runtime';
import type { FastifyReply } from 'fastify';
import { Public } from '../access/roles.js';
import { Problem } from '../http/problem.js';
import { DocumentLive, DocumentMetrics, DocumentReady } from './health.openapi.js';

@Controller()
export class HealthController {
  constructor(
    private readonly health: Health,
    private readonly metrics: Registry,
    @Inject(CONFIG) private readonly config: Pick<Config, 'metricsToken'>,
  ) {}

  @Get('health/live')
  @Public()
  @DocumentLive()
  live(): { status: string } {
    return { status: 'live' };
  }

  @Get('health/ready')
  @Public()
  @DocumentReady()
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<Readiness> {
    const readiness = await this.health.readiness();
    reply.code(readiness.status === 'ready' ? 200 : 503);
    return readiness;
  }

  @Get('metrics')
  @Public()
  @DocumentMetrics()
  async scrape(
    @Headers('authorization') authorization: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    if (!mayReadMetrics(this.config.metricsToken, authorization)) {
      throw new Problem('unauthorized', 'The metrics need a bearer token.', {
        headers: { 'www-authenticate': 'Bearer' },
      });
    }
    reply.type(this.metrics.contentType);
    return this.metrics.metrics();
  }
}
