import { AT_ONCE_PER_ORIGIN, ATTEMPT_MS, webhookUrlRefusal } from '@gable/domain/delivery';
import { hostResolver, traceHeaders, type ResolveHost } from '@gable/runtime';
import { Agent, request, type Dispatcher } from 'undici';
import type { AttemptResult, Channel, WebhookMessage } from '../channel.js';
import { networkFailure } from '../network-failure.js';
import { withinLimits } from '../within-limits.js';
import { DestinationRefused, guardedConnector } from './guarded-connector.js';
import { OwnedAgents } from './owned-agents.js';
import { readRetryAfter } from './retry-after.js';
import { signWebhook } from './sign-webhook.js';

/** How webhooks are sent. */
export interface WebhookChannelOptions {
  /** CIDRs that destinations may also lie in. */
  readonly allowedNetworks?: readonly string[];
  /** For a whole attempt, from the name to the status; 15,000. */
  readonly timeoutMs?: number;
  /** The name servers. */
  readonly resolve?: ResolveHost;
}

/**
 * Posts webhooks with `request()` of undici, which neither unpacks bodies nor follows redirects, through agents of its
 * own, one per owner: no proxy variable and no setting of the process reaches them. The status decides and ends the
 * attempt; of the body at most 4 kB are read, so that the connection can be used again, and dropped.
 */
export class WebhookChannel implements Channel<WebhookMessage> {
  private readonly agents: OwnedAgents;
  private readonly timeoutMs: number;

  constructor({
    allowedNetworks = [],
    timeoutMs = ATTEMPT_MS,
    resolve = hostResolver(allowedNetworks),
  }: WebhookChannelOptions = {}) {
    this.timeoutMs = timeoutMs;
    this.agents = new OwnedAgents(
      () =>
        new Agent({
          connect: guardedConnector(allowedNetworks, resolve, timeoutMs),
          connections: AT_ONCE_PER_ORIGIN,
          maxHeaderSize: 16_384,
          // The clock of the whole attempt stands in for these.
          headersTimeout: 0,
          bodyTimeout: 0,
          // Many servers close idle connections after 2 to 5 s without saying so; one that closes as we send fails the
          // attempt.
          keepAliveTimeout: 1_000,
          keepAliveMaxTimeout: 10_000,
        }),
    );
  }

  async send(message: WebhookMessage, signal: AbortSignal): Promise<AttemptResult> {
    if (webhookUrlRefusal(message.url, ANYWHERE, ['0.0.0.0']) !== undefined)
      return { kind: 'failed', code: 'INVALID_URL' };
    const headers = {
      'content-type': 'application/json',
      'user-agent': USER_AGENT,
      accept: '*/*',
      ...traceHeaders(),
      ...signWebhook(message, message.signingKeys),
    };
    return this.agents.use(message.ownerId, (agent) =>
      withinLimits(this.timeoutMs, signal, (ended) => post(agent, message, headers, ended), explain),
    );
  }

  async close(): Promise<void> {
    await this.agents.close();
  }
}

async function post(
  agent: Agent,
  { url, body }: WebhookMessage,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<AttemptResult> {
  const answer = await request(url, { dispatcher: agent, method: 'POST', headers, body, signal });
  void drop(answer.body);
  const retryAfterMs = readRetryAfter(answer.headers['retry-after'], new Date());
  return { kind: 'answered', status: answer.statusCode, ...(retryAfterMs !== undefined && { retryAfterMs }) };
}

function explain(error: unknown): AttemptResult {
  return { kind: 'failed', code: error instanceof DestinationRefused ? error.code : networkFailure(error) };
}

/**
 * Reads what is left of an answer for as long as it is short and quick, and ends the connection otherwise. Never
 * throws.
 */
async function drop(body: Dispatcher.ResponseData['body']): Promise<void> {
  const timer = setTimeout(() => body.destroy(), BODY_MS);
  await body.dump({ limit: BODY_LIMIT_BYTES });
  clearTimeout(timer);
}

const BODY_LIMIT_BYTES = 4_096;
/** A body that takes longer holds one of the origin's connections for nothing. */
const BODY_MS = 1_000;
const USER_AGENT = 'Gable-Webhooks/1.0';
/**
 * With every network allowed, only the spelling of an address is checked; where it leads is checked when connecting.
 */
const ANYWHERE = ['0.0.0.0/0', '::/0'];
