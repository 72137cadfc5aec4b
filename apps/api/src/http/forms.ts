import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { STRANGERS_BODY_BYTES } from './body-limit.js';
import { unsupportedType } from './feed-bodies.js';
import { readWhole } from './whole-body.js';

/** What browsers and mail programs send forms as. */
export const FORM_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data'];

/** Lets a route be posted to by a form, beside JSON. Its fields are not read, and few bytes of it are taken. */
export const TakesForms = () => RouteConfig({ takesForms: true, bodyLimit: STRANGERS_BODY_BYTES });

/** Every other route refuses forms: a page elsewhere could have a browser send one. */
export function takeForms(fastify: FastifyInstance): void {
  fastify.addContentTypeParser(FORM_TYPES, (request, payload, done) => {
    if (takesForms(request)) readWhole(request, payload, done);
    else done(unsupportedType(request));
  });
}

function takesForms({ routeOptions: { config } }: FastifyRequest): boolean {
  return (config as { takesForms?: boolean } | undefined)?.takesForms === true;
}
