import type { SeededRandom } from '@gable/domain/testing';
import type { Draft, FuzzRequest, Mutation } from './fuzz-request.js';
import { strangeBody, noBody, brokenJson, otherContentType, hugeBody, strangeBytes } from './mutate-body.js';
import {
  otherMethod,
  noKey,
  badKey,
  badAccept,
  strangeHeader,
  badHeaderParameter,
  malformedId,
  unknownId,
} from './mutate-head.js';
import { unknownQuery, strangeQuery, repeatedQuery, emptyQuery, unencodedQuery } from './mutate-query.js';
import type { Parameter } from './operations.js';

/** A valid request with one thing wrong, or at least strange. */
export function mutateRequest(draft: Draft, random: SeededRandom): FuzzRequest {
  return random.pick(mutationsFor(draft))(draft, random);
}

function mutationsFor({ operation: { parameters, body, isPublic } }: Draft): Mutation[] {
  const takes = (place: Parameter['in']) => parameters.some((parameter) => parameter.in === place);
  return [
    otherMethod,
    ...(isPublic ? [] : [noKey, badKey, badAccept, strangeHeader, unknownQuery, unknownQuery]),
    ...(takes('path') ? [malformedId, malformedId, unknownId] : []),
    ...(takes('query')
      ? [
          strangeQuery,
          strangeQuery,
          strangeQuery,
          strangeQuery,
          repeatedQuery,
          repeatedQuery,
          emptyQuery,
          unencodedQuery,
        ]
      : []),
    ...(takes('header') ? [badHeaderParameter] : []),
    ...(body?.mediaType === 'application/json'
      ? [
          strangeBody,
          strangeBody,
          strangeBody,
          strangeBody,
          strangeBody,
          strangeBody,
          noBody,
          brokenJson,
          otherContentType,
          hugeBody,
          strangeBytes,
        ]
      : []),
  ];
}
