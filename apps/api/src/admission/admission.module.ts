import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { AccessModule } from '../access/access.module.js';
import { AdmissionInterceptor } from './admission.interceptor.js';
import { AdmissionPools } from './admission-pools.js';
import { DeclaredPools } from './declared-pools.js';

/** Slots for the work of every route, shared between accounts. */
@Module({
  imports: [AccessModule],
  providers: [
    AdmissionPools,
    DeclaredPools,
    AdmissionInterceptor,
    { provide: APP_INTERCEPTOR, useExisting: AdmissionInterceptor },
  ],
  exports: [AdmissionInterceptor],
})
export class AdmissionModule {}
