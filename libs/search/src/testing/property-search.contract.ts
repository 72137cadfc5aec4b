import { depthContract } from './depth.contract.js';
import { distanceContract } from './distance.contract.js';
import type { EngineUnderTest } from './engine-under-test.js';
import { facetsContract } from './facets.contract.js';
import { mapContract } from './map.contract.js';
import { pagingContract } from './paging.contract.js';
import { refusalsContract } from './refusals.contract.js';
import { someHomes } from './some-properties.js';

/** What every engine behind `PropertySearch` must do. Expected answers come from the matcher and a plain sort. */
export function propertySearchContract(makeEngine: () => Promise<EngineUnderTest>): void {
  mapContract(makeEngine, someHomes(600));
  facetsContract(makeEngine, someHomes(300));
  distanceContract(makeEngine, someHomes(300));
  pagingContract(makeEngine);
  depthContract(makeEngine);
  refusalsContract(makeEngine);
}
