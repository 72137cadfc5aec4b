/**
 * Another worker owns one of the shards by now, or this worker's own commit of unknown outcome went through: what it
 * remembers is void.
 */
export class ShardsMovedOn extends Error {
  override readonly name = 'ShardsMovedOn';
}

/**
 * An alert that is to be notified was written after the step read it: the step is to be done again with what it says
 * now.
 */
export class AlertsMovedOn extends Error {
  override readonly name = 'AlertsMovedOn';
}
