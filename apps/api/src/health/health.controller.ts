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
  @ApiOperation({ operationId: 'isLive', summary: 'Whether the process answers at all' })
  @ApiOkResponse({ type: LivenessResponse, description: 'It does.' })
  live(): LivenessResponse {
    return LIVE;
  }

  @Get('health/ready')
  @Public()
  @ApiOperation({ operationId: 'isReady', summary: 'Whether the process can do its work' })
  @ApiOkResponse({ type: ReadinessResponse, description: 'It can.' })
  @ApiServiceUnavailableResponse({ type: ReadinessResponse, description: 'It cannot; the reasons say why.' })
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<ReadinessResponse> {
    const readiness = await this.health.readiness();
    reply.code(readiness.status === 'ready' ? 200 : 503);
    return readiness;
  }

  @Get('metrics')
  @Public()
  @ApiOperation({
    operationId: 'scrapeMetrics',
    summary: 'Figures for Prometheus; asks for a bearer token where the operator set one',
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
