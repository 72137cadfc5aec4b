export * from './home-folder.js';
export * from './secrets.js';
