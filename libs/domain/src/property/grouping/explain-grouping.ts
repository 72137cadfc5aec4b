import type { Comparison } from './compare-listings.js';
import type { GroupingItem } from './grouping-item.js';
export function explainGrouping(_a: GroupingItem, _b: GroupingItem, _c: Comparison): string[] { return []; }
