export * from './alert-context.js';
export * from './alert-draft.js';
export * from './decide-events.js';
export * from './event-type.js';
export * from './notification-rule.js';
export * from './preview-events.js';
export * from './preview-lasting.js';
export { ALERT_NAME_MAX_LENGTH, parseAlert } from './parse-alert.js';
export * from './shard.js';
