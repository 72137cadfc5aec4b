import { Controller, Get, Header, HttpCode, Inject, Param, Redirect, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { CONFIG } from '@gable/platform';
import type { Config } from '@gable/runtime';
import type { FastifyReply } from 'fastify';
import { Public } from '../access/roles.js';
import { FromMemory } from '../admission/admitted.js';
import { notFound } from '../http/problem.js';
import { publicPathOf } from '../http/public-path.js';
import { ConsoleFiles, INDEX, isAsset, notBuiltPage } from './console-files.js';
import { contentPolicy } from './content-policy.js';

/** What the page has to know of this installation; nothing of it is secret. */
interface ConsoleConfig {
  readonly mapStyleUrl: string | null;
  readonly mapTilesUrl: string | null;
  readonly imageOrigins: readonly string[];
}

/** The static files of `apps/console`: no key, no usage, no slots. */
@Controller()
@FromMemory()
@ApiExcludeController()
export class ConsoleController {
  private readonly policy: string;
  private readonly publicPath: string;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly files: ConsoleFiles,
  ) {
    this.policy = contentPolicy(config);
    this.publicPath = publicPathOf(config);
  }

  @Get()
  @Public()
  @Redirect('/console/', 302)
  lead(): void {}

  @Get('console/config.json')
  @Public()
  @HttpCode(200)
  @Header('cache-control', 'no-cache')
  settings(): ConsoleConfig {
    const { mapStyleUrl = null, mapTilesUrl = null, consoleImageOrigins } = this.config;
    return { mapStyleUrl, mapTilesUrl, imageOrigins: consoleImageOrigins };
  }

  @Get('console')
  @Public()
  page(@Res() reply: FastifyReply): void {
    this.send(reply, INDEX);
  }

  @Get('console/*')
  @Public()
  file(@Param('*') address: string, @Res() reply: FastifyReply): void {
    this.send(reply, this.files.fileFor(address));
  }

  private send(reply: FastifyReply, file: string): void {
    reply.headers({ 'content-security-policy': this.policy, vary: 'accept-encoding' });
    if (this.files.has(file)) {
      reply.header('cache-control', isAsset(file) ? 'public, max-age=31536000, immutable' : 'no-cache');
      if (file === INDEX && this.publicPath !== '')
        reply.type('text/html; charset=utf-8').send(this.files.pageBelow(this.publicPath));
      else reply.sendFile(file, this.files.root);
    } else if (file === INDEX) {
      reply.code(503).type('text/html; charset=utf-8').header('retry-after', '3').send(notBuiltPage(this.publicPath));
    } else throw notFound();
  }
}
