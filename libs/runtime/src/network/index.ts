export * from './free-port.js';
export * from './resolve-host.js';
