export * from './file-lock.js';
export * from './process-identity.js';
export * from './large-pages.js';
