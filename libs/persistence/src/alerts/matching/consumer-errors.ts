/**
 * Another worker owns one of the shards by now, or this worker's own commit of unknown outcome went through: what it
 * remembers is void.
 */
export class ShardsMovedOn extends Error {
  override readonly name = 'ShardsMovedOn';
}
