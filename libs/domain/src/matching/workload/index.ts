export * from './generate-workload.js';
