export * from './decide-events.js';
export * from './event-type.js';
export * from './notification-rule.js';
export * from './shard.js';
