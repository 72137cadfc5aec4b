import { Controller, Get, Headers, Inject, Optional, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiServiceUnavailableResponse, ApiTags } from '@nestjs/swagger';
import { CONFIG } from '@gable/platform';
import { Health, mayReadMetrics, Registry, type Config } from '@gable/runtime';
import type { FastifyReply } from 'fastify';
import { Public } from '../access/roles.js';
import { FromMemory } from '../admission/admitted.js';
import { Direct } from '../direct/direct.js';
import { Problem } from '../http/problem.js';
import { SupervisorLink } from '../processes/supervisor-link.js';
import { LIVE, LivenessResponse, ReadinessResponse } from './health-response.js';

@Controller()
@FromMemory()
@ApiTags('Health')
export class HealthController {
  constructor(
    private readonly health: Health,
    private readonly metrics: Registry,
    @Inject(CONFIG) private readonly config: Pick<Config, 'metricsToken'>,
    @Optional() private readonly supervisor?: SupervisorLink,
  ) {}

  @Get('health/live')
  @Direct(() => [])
  @Public()
  @ApiOperation({ operationId: 'isLive', summary: 'Whether the process responds' })
  @ApiOkResponse({ type: LivenessResponse, description: 'The process responds.' })
  live(): LivenessResponse {
    return LIVE;
  }

  @Get('health/ready')
  @Public()
  @ApiOperation({ operationId: 'isReady', summary: 'Whether the process can do its work' })
  @ApiOkResponse({ type: ReadinessResponse, description: 'The process can work.' })
  @ApiServiceUnavailableResponse({
    type: ReadinessResponse,
    description: 'The process cannot work; the reasons say why.',
  })
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<ReadinessResponse> {
    const readiness = await this.health.readiness();
    reply.code(readiness.status === 'ready' ? 200 : 503);
    return readiness;
  }

  @Get('metrics')
  @Public()
  @ApiOperation({
    operationId: 'scrapeMetrics',
    summary: 'Metrics for Prometheus; needs a bearer token if the operator has set one',
  })
  @ApiOkResponse({ description: 'Prometheus text.', content: { 'text/plain': { schema: { type: 'string' } } } })
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
    return this.supervisor?.metrics() ?? this.metrics.metrics();
  }
}
