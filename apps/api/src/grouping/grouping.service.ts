import type { PropertyListingsStore, PropertyStore } from '@gable/persistence/properties';
import { notFound } from '../http/problem.js';
import { groupingResponse, type GroupingResponse } from './grouping-response.js';

/** Explains homes, which are the same for every account. */
export class GroupingService {
  constructor(
    private readonly homes: Pick<PropertyListingsStore, 'read'>,
    private readonly properties: Pick<PropertyStore, 'survivorOf'>,
  ) {}

  /** Why the adverts of a property are one home, or the uuid of the property it was merged into. */
  async read(uuid: string): Promise<GroupingResponse | { mergedInto: string }> {
    const home = await this.homes.read(uuid);
    if (home !== null) return groupingResponse(uuid, home);
    const survivor = await this.properties.survivorOf(uuid);
    if (survivor === null) throw notFound();
    return { mergedInto: survivor };
  }
}
