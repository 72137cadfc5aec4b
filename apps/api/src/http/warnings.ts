import type { FastifyReply } from 'fastify';

/** Something that was accepted and has no effect. No sentence has a comma: a comma ends an entry of the header. */
export interface Warning {
  readonly propertyPath: string;
  readonly message: string;
}

/** The header of the answer that says what a body carries without effect: `propertyPath: sentence`, one per entry. */
export const WARNINGS_HEADER = 'Gable-Warnings';

/** Describes the header in the OpenAPI document. */
export const WARNINGS_HEADERS = {
  [WARNINGS_HEADER]: {
    description: 'What in the body has no effect: entries of the form `path: sentence`, separated by commas.',
    schema: { type: 'string' },
  },
} as const;

/** Sets the header where there is something to say. */
export function sendWarnings(reply: FastifyReply, warnings: readonly Warning[]): void {
  if (warnings.length === 0) return;
  reply.header(WARNINGS_HEADER, warnings.map(({ propertyPath, message }) => `${propertyPath}: ${message}`).join(', '));
}
