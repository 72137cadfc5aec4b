/** Virtual shards that workers share the alerts by. Never changes: the shard of an alert is stored with it. */
export const ALERT_SHARDS = 64;

/**
 * The shard of an alert, 0 … 63: FNV-1a over the characters of its id, of which the last twelve are random (UUIDv7).
 */
export function shardOf(alertId: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < alertId.length; i += 1) hash = Math.imul(hash ^ alertId.charCodeAt(i), 0x01000193);
  return (hash >>> 0) % ALERT_SHARDS;
}
