export * from './resolve-host.js';
