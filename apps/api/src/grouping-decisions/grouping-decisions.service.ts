import { Inject, Injectable } from '@nestjs/common';
import type { SentenceLanguage } from '@gable/domain/criteria';
import {
  DecisionRefused,
  mergeProperties,
  planMerge,
  planSplit,
  settleListings,
  splitProperty,
  withdrawDecision,
  type Decider,
} from '@gable/ingest';
import { Database, type Queryable } from '@gable/persistence';
import { noteDeed } from '@gable/persistence/operation';
import { DecisionStore, PropertyListingsStore, type PropertyListing } from '@gable/persistence/properties';
import type { Caller } from '../access/caller.js';
import { LISTING_DATABASE } from '../databases/databases.module.js';
import { groupingDecisionResponse, type GroupingDecisionResponse } from '../grouping/grouping-decision-response.js';
import { invalid, notFound, Problem } from '../http/problem.js';
import { violationsOf, type GroupingDecisionRequest } from './grouping-decision-request.js';
import { groupingPreviewResponse, type GroupingPreviewResponse } from './grouping-preview-response.js';

/** Which listings are one property, decided by a person: what it would come to, the deed, and taking it back. */
@Injectable()
export class GroupingDecisionsService {
  constructor(
    private readonly decisions: DecisionStore,
    private readonly listings: PropertyListingsStore,
    @Inject(LISTING_DATABASE) private readonly database: Database,
  ) {}

  async preview(
    { kind, propertyIds, listingIds = [] }: GroupingDecisionRequest,
    language: SentenceLanguage,
  ): Promise<GroupingPreviewResponse> {
    if (kind === 'MERGE') {
      const { propertyId, merged } = await planMerge(this.decisions, propertyIds);
      const before = await Promise.all([propertyId, ...merged].map((id) => this.groupOf(id)));
      const all = before.flatMap(({ listings }) => listings).sort((one, other) => (one.id < other.id ? -1 : 1));
      return groupingPreviewResponse(before, [{ propertyId, listings: all }], language);
    }
    const { propertyId, going } = await planSplit(this.decisions, propertyIds[0]!, listingIds);
    const cut = await this.groupOf(propertyId);
    const leaves = ({ id }: PropertyListing): boolean => going.includes(id);
    return groupingPreviewResponse(
      [cut],
      [
        { propertyId, listings: cut.listings.filter((listing) => !leaves(listing)) },
        { propertyId: null, listings: cut.listings.filter(leaves) },
      ],
      language,
    );
  }

  async decide(caller: Caller, request: GroupingDecisionRequest): Promise<GroupingDecisionResponse> {
    const { kind, propertyIds, listingIds = [], reason = null } = request;
    const decider = deciderOf(caller, `properties ${kind.toLowerCase()}`, reason);
    const { decisionId } =
      kind === 'MERGE'
        ? await mergeProperties(this.database, propertyIds, decider)
        : await splitProperty(this.database, propertyIds[0]!, listingIds, decider);
    return this.read(decisionId);
  }

  async read(id: string): Promise<GroupingDecisionResponse> {
    const decision = await this.decisions.find(id);
    if (decision === null) throw notFound();
    return groupingDecisionResponse(decision);
  }

  /** Taken back twice, it stays as it was taken back first. What it held is grouped by its evidence at once. */
  async withdraw(caller: Caller, id: string): Promise<GroupingDecisionResponse> {
    const { withdrawnAt } = await this.read(id);
    if (withdrawnAt === null)
      await withdrawDecision(this.database, id, deciderOf(caller, 'properties withdraw', null)).catch(passTakenBack);
    // Not only the first time: who was interrupted in between asks again.
    const decision = await this.read(id);
    await settleListings(this.database, decision.listingIds);
    return decision;
  }

  private async groupOf(propertyId: string): Promise<{ propertyId: string; listings: PropertyListing[] }> {
    return { propertyId, listings: (await this.listings.read(propertyId))?.listings ?? [] };
  }
}

/** Checks what the classes cannot say, and answers what a decision is refused for as the caller's mistake. */
export async function answering<T>(request: GroupingDecisionRequest, work: () => Promise<T>): Promise<T> {
  const violations = violationsOf(request);
  if (violations.length > 0) throw invalid(violations);
  return work().catch((error: unknown) => {
    if (!(error instanceof DecisionRefused)) throw error;
    if (error.code === 'CONTRADICTS_DECISION') throw new Problem('conflict', error.message, { cause: error });
    const propertyPath = error.code === 'UNKNOWN_PROPERTY' ? 'propertyIds' : 'listingIds';
    throw invalid([{ propertyPath, message: error.message }]);
  });
}

function deciderOf({ accountId, apiKeyUuid }: Caller, action: string, reason: string | null): Decider {
  return {
    by: `key ${apiKeyUuid}`,
    reason,
    note: (within: Queryable, decisionId: string) =>
      noteDeed(within, { action, subject: { decisionId }, accountId, apiKeyUuid }),
  };
}

/** Somebody else took it back in the meantime. */
function passTakenBack(error: unknown): void {
  if (!(error instanceof DecisionRefused)) throw error;
}
