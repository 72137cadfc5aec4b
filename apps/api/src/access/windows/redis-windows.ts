import { createClient } from '@redis/client';
import { WINDOW_MS, type Ask, type Taken, type WindowStore } from './window-store.js';

/** Takes what is left of a minute, or begins it. The key ends with the minute. ARGV: wanted, limit, length. */
const TAKE = `
  local granted = tonumber(redis.call('get', KEYS[1]) or '0')
  local taken = math.max(0, math.min(tonumber(ARGV[1]), tonumber(ARGV[2]) - granted))
  if granted == 0 then
    redis.call('set', KEYS[1], taken, 'PX', ARGV[3])
  elseif taken > 0 then
    redis.call('incrby', KEYS[1], taken)
  end
  return { taken, granted + taken, redis.call('pttl', KEYS[1]) }`;
const RECONNECT_MS = 500;

/** Counts requests in a Valkey or Redis of the operator. While it is away, every question fails at once. */
export class RedisWindows implements WindowStore {
  private readonly client;

  /** @param url redis:// or rediss://, with name and password where it asks for them */
  constructor(url: string) {
    this.client = createClient({
      url,
      disableOfflineQueue: true,
      socket: { connectTimeout: 2_000, reconnectStrategy: () => RECONNECT_MS },
    });
    this.client.on('error', () => {}); // it connects again by itself; questions say that it is away
    this.client.connect().catch(() => {});
  }

  async take(asks: readonly Ask[]): Promise<Taken[]> {
    if (asks.length === 0) await this.client.ping();
    return Promise.all(
      asks.map(async ({ key, limit, wanted }) => {
        const [taken, granted, endsInMs] = (await this.client.eval(TAKE, {
          keys: [`gable:rate:${key}`],
          arguments: [String(wanted), String(limit), String(WINDOW_MS)],
        })) as [number, number, number];
        return { key, taken, granted, endsInMs };
      }),
    );
  }

  close(): void {
    this.client.destroy();
  }
}
