import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { AccessModule } from '../access/access.module.js';
import { AdmissionModule } from '../admission/admission.module.js';
import { ReplicaModule } from '../replica/replica.module.js';
import { DirectRoutes } from './direct-routes.js';

/** Routes that are asked very often, without Nest's pipeline. */
@Module({ imports: [AccessModule, AdmissionModule, DiscoveryModule, ReplicaModule], providers: [DirectRoutes] })
export class DirectModule {}
