export * from './health-server.js';
export * from './health.js';
