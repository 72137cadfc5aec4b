export * from './describe-opensearch.js';
export * from './fault-proxy.js';
export * from './test-index.js';
export * from './test-server.js';
