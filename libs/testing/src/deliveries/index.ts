export * from './delivery-fixture.js';
export * from './mail-server.js';
export * from './verify-dkim.js';
