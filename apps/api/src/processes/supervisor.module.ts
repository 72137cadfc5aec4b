import { Module, type DynamicModule } from '@nestjs/common';
import { SupervisorLink } from './supervisor-link.js';

/** The `SupervisorLink` for every module, of a process that answers beside others. */
@Module({})
export class SupervisorModule {
  static forRoot(link: SupervisorLink | undefined): DynamicModule {
    const providers = link === undefined ? [] : [{ provide: SupervisorLink, useValue: link }];
    return { module: SupervisorModule, global: true, providers, exports: providers };
  }
}
