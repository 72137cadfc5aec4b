import { AT_ONCE_PER_ORIGIN, ATTEMPT_MS, checkNetworks, webhookUrlRefusal } from '@gable/domain/delivery';
import { hostResolver, traceHeaders, type ResolveHost } from '@gable/runtime';
import { Agent } from 'undici';
import type { AttemptResult, Channel, WebhookMessage } from '../channel.js';
import { AttemptsUnderWay } from './attempts-under-way.js';
import { guardedConnector } from './guarded-connector.js';
import { OwnedAgents } from './owned-agents.js';
import { signWebhook } from './sign-webhook.js';
import { WebhookAttempt, type WebhookPost } from './webhook-attempt.js';

/** How webhooks are sent. */
export interface WebhookChannelOptions {
  /** CIDRs that destinations may also lie in. */
  readonly allowedNetworks?: readonly string[];
  /** CIDRs that they may not lie in, allowed or public: inner networks with public addresses. */
  readonly deniedNetworks?: readonly string[];
  /** For a whole attempt, from the name to the status; 15,000. */
  readonly timeoutMs?: number;
  /** The name servers. */
  readonly resolve?: ResolveHost;
}

/**
 * Posts webhooks with `dispatch()` of undici, which neither unpacks bodies nor follows redirects, through agents of its
 * own, one per owner: no proxy variable and no setting of the process reaches them.
 */
export class WebhookChannel implements Channel<WebhookMessage> {
  private readonly agents: OwnedAgents;
  private readonly underWay = new AttemptsUnderWay();
  private readonly urls = new Map<string, URL>();
  private readonly timeoutMs: number;

  /** @throws RangeError where a network is none */
  constructor({
    allowedNetworks = [],
    deniedNetworks = [],
    timeoutMs = ATTEMPT_MS,
    resolve = hostResolver(allowedNetworks),
  }: WebhookChannelOptions = {}) {
    checkNetworks(allowedNetworks, 'allowedNetworks');
    checkNetworks(deniedNetworks, 'deniedNetworks');
    this.timeoutMs = timeoutMs;
    this.agents = new OwnedAgents(
      () =>
        new Agent({
          connect: guardedConnector({ allowedNetworks, deniedNetworks }, resolve, timeoutMs),
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
    const url = this.checkedUrl(message.url);
    if (url === undefined) return { kind: 'failed', code: 'INVALID_URL' };
    if (signal.aborted) return { kind: 'failed', code: 'ABORTED' };
    const signature = signWebhook(message, message.signingKeys);
    const { traceparent } = traceHeaders();
    // Named one by one: what is spread into an object after its first names makes one of another shape each time.
    const headers = {
      'content-type': 'application/json',
      'user-agent': USER_AGENT,
      accept: '*/*',
      'webhook-id': signature['webhook-id'],
      'webhook-timestamp': signature['webhook-timestamp'],
      'webhook-signature': signature['webhook-signature'],
    };
    const post: WebhookPost = {
      url,
      headers: traceparent === undefined ? headers : { ...headers, traceparent },
      body: message.body,
    };
    return this.agents.use(message.ownerId, (agent) => this.attempt(agent, post, signal));
  }

  /** Undefined for an address that is spelled as nothing is sent to. Where it leads is checked when connecting. */
  private checkedUrl(text: string): URL | undefined {
    const known = this.urls.get(text);
    if (known !== undefined) return known;
    if (webhookUrlRefusal(text, ANYWHERE, ['0.0.0.0']) !== undefined) return undefined;
    if (this.urls.size >= URLS_KNOWN) this.urls.clear();
    const url = new URL(text);
    this.urls.set(text, url);
    return url;
  }

  /**
   * One attempt under one clock: every timeout of a socket starts anew with each byte, and a hostile receiver sends one
   * now and then. Ends in time even where undici lets it wait for a connection.
   */
  private attempt(agent: Agent, post: WebhookPost, signal: AbortSignal): Promise<AttemptResult> {
    const stops = this.underWay.of(signal);
    return new Promise((resolve) => {
      const attempt = new WebhookAttempt((result) => {
        clearTimeout(clock);
        stops.delete(stop);
        resolve(result);
      });
      const stop = (): void => attempt.breakOff('ABORTED');
      const clock = setTimeout(() => attempt.breakOff('TIMEOUT'), this.timeoutMs);
      stops.add(stop);
      attempt.begin(agent, post);
    });
  }

  async close(): Promise<void> {
    await this.agents.close();
  }
}

/** Addresses that were checked a moment ago; most messages go to few of them. */
const URLS_KNOWN = 1_000;
const USER_AGENT = 'Gable-Webhooks/1.0';
/**
 * With every network allowed, only the spelling of an address is checked; where it leads is checked when connecting.
 */
const ANYWHERE = ['0.0.0.0/0', '::/0'];
