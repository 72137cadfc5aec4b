export { simulateDeliveries, type Simulated } from './simulate.js';
export type { Sabotage } from './queue-model.js';
