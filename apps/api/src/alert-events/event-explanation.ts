import {
  compareVerdicts,
  describeCriteria,
  explainMatch,
  formatCriteria,
  type Criteria,
  type PlaceNames,
} from '@gable/domain/criteria';
import { statedLocation, type Listing } from '@gable/domain/listing';
import type { EventEvidence, RevisionState } from '@gable/persistence/alerts';

/** Why there is this event: what the alert asked then, put to the listing before and after the change. */
export function eventExplanation(
  { event, criteria, criteriaVersion, isCurrentVersion, before, after }: EventEvidence,
  names: PlaceNames,
) {
  const was = before && stateVerdict(criteria, before, names);
  const is = stateVerdict(criteria, after, names);
  const { id: eventId, eventType, propertyId, listingId, revisionId, change } = event;
  return {
    eventId,
    eventType,
    propertyId,
    listingId,
    revisionId,
    sentence: describeCriteria(criteria, names),
    criteria: formatCriteria(criteria),
    criteriaVersion,
    criteriaAreCurrent: isCurrentVersion,
    before: was,
    after: is,
    turned: was === null ? [] : compareVerdicts(was.verdict, is.verdict),
    change,
    listing: statedOnly(after.listing),
  };
}

export type EventExplanation = ReturnType<typeof eventExplanation>;

function stateVerdict(criteria: Criteria, { revisionId, online, listing }: RevisionState, names: PlaceNames) {
  const verdict = explainMatch(criteria, listing, names);
  return { revisionId, online, matches: online && verdict.holds, verdict };
}

function statedOnly({ location, ...listing }: Listing): object {
  return location === undefined ? listing : { ...listing, location: statedLocation(location) };
}
