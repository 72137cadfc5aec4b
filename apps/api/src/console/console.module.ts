import fastifyStatic from '@fastify/static';
import { Module, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { ConsoleController } from './console.controller.js';
import { ConsoleFiles } from './console-files.js';

/** The web page, where it is built. */
@Module({
  controllers: [ConsoleController],
  providers: [{ provide: ConsoleFiles, useFactory: () => new ConsoleFiles() }],
})
export class ConsoleModule implements OnModuleInit {
  constructor(
    private readonly host: HttpAdapterHost<FastifyAdapter>,
    private readonly files: ConsoleFiles,
  ) {}

  /**
   * Lets replies send files of the console; which, and with which headers, the controller says. Nothing waits for the
   * plugin here: Fastify would begin to start, before Nest has set what handles errors.
   */
  onModuleInit(): void {
    void this.host.httpAdapter.getInstance<FastifyInstance>().register(fastifyStatic, {
      root: this.files.root,
      serve: false,
      cacheControl: false,
      preCompressed: true,
    });
  }
}
