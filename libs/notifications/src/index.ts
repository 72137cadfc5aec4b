export * from './channel.js';
export * from './failures.js';
export * from './webhook/index.js';
export * from './email/index.js';
