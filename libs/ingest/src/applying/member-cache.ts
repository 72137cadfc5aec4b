import type { MemberKey, PropertyMember } from '@gable/persistence';

/**
 * Members seen lately, so that a batch fetches only states it has not met: neighbours in a feed ask for the same candidates over and over.
 * An entry is trusted only for the revision it was read at.
 */
export class MemberCache {
  private readonly members = new Map<string, PropertyMember>();

  constructor(private readonly capacity = 20_000) {}

  find({ id, revisionId }: MemberKey): PropertyMember | undefined {
    const member = this.members.get(id);
    return member?.revisionId === revisionId ? member : undefined;
  }

  keep({ id, sourceId, online, state, revisionId }: PropertyMember): void {
    this.members.delete(id); // a Map keeps its order of insertion: the oldest entry is the first
    this.members.set(id, { id, sourceId, online, state, revisionId });
    if (this.members.size > this.capacity) this.members.delete(this.members.keys().next().value!);
  }

  clear(): void {
    this.members.clear();
  }
}
