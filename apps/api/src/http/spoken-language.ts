import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { SENTENCE_LANGUAGES, type SentenceLanguage } from '@gable/domain/criteria';

const [DEFAULT] = SENTENCE_LANGUAGES;

/** The language in which the answer says criteria, by Accept-Language; its headers say which. */
export const SpokenLanguage = createParamDecorator((_: unknown, context: ExecutionContext): SentenceLanguage => {
  const http = context.switchToHttp();
  const reply = http.getResponse<FastifyReply>();
  const language = chooseLanguage(http.getRequest<FastifyRequest>().headers['accept-language']);
  reply.header('content-language', language);
  reply.header('vary', [reply.getHeader('vary'), 'Accept-Language'].filter(Boolean).join(', '));
  return language;
});

/** English where none is asked for that we speak: a sentence in another language is better than none. */
export function chooseLanguage(accepted: string | undefined): SentenceLanguage {
  const spoken = new Negotiator({ headers: { 'accept-language': accepted } }).language([...SENTENCE_LANGUAGES]);
  return (spoken as SentenceLanguage | undefined) ?? DEFAULT;
}

/** Describes a route that reads `@SpokenLanguage()`. */
export const ApiSpokenLanguage = () =>
  ApiHeader({
    name: 'Accept-Language',
    required: false,
    description: `The language of sentences (RFC 9110), one of ${SENTENCE_LANGUAGES.join(', ')}; otherwise English.`,
    schema: { type: 'string', examples: ['de-AT, fr;q=0.8'] },
  });

/** Headers of such an answer, for its description. */
export const LANGUAGE_HEADERS = {
  'Content-Language': {
    description: 'The language of the sentences.',
    schema: { type: 'string' as const, enum: [...SENTENCE_LANGUAGES] as string[] },
  },
};
