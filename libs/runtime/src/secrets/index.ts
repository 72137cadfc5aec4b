export * from './home-folder.js';
export * from './seal.js';
export * from './secrets.js';
