import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { ReplicaInterceptor } from './replica.interceptor.js';

/** Which requests may be answered by a standby. */
@Module({
  providers: [ReplicaInterceptor, { provide: APP_INTERCEPTOR, useExisting: ReplicaInterceptor }],
  exports: [ReplicaInterceptor],
})
export class ReplicaModule {}
