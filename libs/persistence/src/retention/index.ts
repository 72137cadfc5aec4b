export { RetentionPass, type Retention, type RetentionStep } from './retention-pass.js';
export { RETAINED_TABLES, type RetainedTable } from './sweep.js';
