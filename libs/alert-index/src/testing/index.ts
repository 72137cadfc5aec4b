export type { WorkloadChange } from './workload/changes.js';
export { type Workload, generateWorkload } from './workload/generate-workload.js';
