import { ALERT_EVENT_TYPES, type AlertEventType } from '@gable/domain/alert';
import {
  compareVerdicts,
  describeCriteria,
  explainMatch,
  formatCriteria,
  type Criteria,
  type CriteriaJson,
  type PlaceNames,
  type SentenceLanguage,
} from '@gable/domain/criteria';
import { statedLocation, type KnownListing } from '@gable/domain/listing';
import type { EventEvidence, RevisionState } from '@gable/persistence/alerts';
import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { ApiJsonProperty } from '../openapi/decorators.js';
import { ref } from '../openapi/schema.js';
import { AttributeChangeResponse } from '../properties/listing-history-response.js';

@ApiSchema({ name: 'ConditionVerdict' })
class ConditionVerdictResponse {
  @ApiProperty() kind: string;
  @ApiProperty({ description: 'Path of the condition in the alert form, such as price or rooms.bedrooms.' })
  path: string;
  @ApiProperty() holds: boolean;
  @ApiProperty({ description: 'The condition in words.' }) asked: string;

  @ApiJsonProperty({
    description:
      'What the listing states: a number, true or false, a word, the ids of its divisions, its point (for ' +
      'a circle with distanceMeters), the entries of text that occur in it; null if it states nothing.',
  })
  stated: unknown;
}

@ApiSchema({ name: 'NodeVerdict', description: 'Whether a node of the criteria holds for the listing, and why.' })
class NodeVerdictResponse {
  @ApiProperty() holds: boolean;
  @ApiProperty({ type: [ConditionVerdictResponse] }) conditions: readonly ConditionVerdictResponse[];

  @ApiJsonProperty({ enum: ['AND', 'OR', null], description: 'How the children are combined; null if there are none.' })
  operator: 'AND' | 'OR' | null;

  @ApiProperty({ type: () => [NodeVerdictResponse] }) children: readonly NodeVerdictResponse[];

  @ApiProperty({ type: 'integer', isArray: true, description: 'Indexes of the children that hold, from 0.' })
  met: readonly number[];
}

@ApiSchema({ name: 'StateVerdict' })
class StateVerdictResponse {
  @ApiProperty({ type: 'integer' }) revisionId: number;
  @ApiProperty() online: boolean;
  @ApiProperty({ description: 'Whether the listing is online and meets the criteria.' }) matches: boolean;
  @ApiProperty() verdict: NodeVerdictResponse;
}

class TurnedCondition {
  @ApiProperty({
    type: 'integer',
    isArray: true,
    description: 'The path from the root to the node, as indexes of children from 0; empty for the root.',
  })
  node: readonly number[];

  @ApiProperty() path: string;
  @ApiProperty() asked: string;
  @ApiProperty({ description: 'Whether the condition holds after the change; before it, the opposite was true.' })
  holds: boolean;
  @ApiJsonProperty({ description: 'What the listing stated before; null if nothing.' }) before: unknown;
  @ApiJsonProperty({ description: 'What the listing states after the change.' }) after: unknown;
}

@ApiSchema({
  name: 'EventExplanation',
  description: 'Why an event was recorded. before is null for a listing’s first revision.',
})
export class EventExplanationResponse {
  @ApiProperty({ format: 'uuid' }) eventId: string;
  @ApiProperty({ enum: ALERT_EVENT_TYPES, enumName: 'AlertEventType' }) eventType: AlertEventType;
  @ApiProperty({ format: 'uuid' }) propertyId: string;
  @ApiProperty({ format: 'uuid' }) listingId: string;
  @ApiProperty({ type: 'integer' }) revisionId: number;
  @ApiProperty({ description: 'The criteria in words.' }) sentence: string;
  @ApiJsonProperty({ ...ref('Criteria'), description: 'The criteria that the event was recorded with.' })
  criteria: CriteriaJson;
  @ApiProperty({ type: 'integer' }) criteriaVersion: number;
  @ApiProperty({ description: 'Whether the alert still has these criteria.' }) criteriaAreCurrent: boolean;
  @ApiProperty({ type: StateVerdictResponse, nullable: true }) before: StateVerdictResponse | null;
  @ApiProperty() after: StateVerdictResponse;

  @ApiProperty({ type: [TurnedCondition], description: 'The conditions that began or ceased to hold with the change.' })
  turned: readonly TurnedCondition[];

  @ApiProperty({ type: [AttributeChangeResponse] }) change: AttributeChangeResponse[];

  @ApiJsonProperty({ type: 'object', description: 'The listing at that revision, in the form of the feed.' })
  listing: object;
}

/** Why there is this event: what the alert asked then, put to the listing before and after the change. */
export function eventExplanationResponse(
  { event, criteria, criteriaVersion, isCurrentVersion, before, after }: EventEvidence,
  names: PlaceNames,
  language: SentenceLanguage,
): EventExplanationResponse {
  const was = before && stateVerdict(criteria, before, names, language);
  const is = stateVerdict(criteria, after, names, language);
  const { id: eventId, eventType, propertyId, listingId, revisionId, change } = event;
  return {
    eventId,
    eventType,
    propertyId,
    listingId,
    revisionId,
    sentence: describeCriteria(criteria, names, language),
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

function stateVerdict(
  criteria: Criteria,
  { revisionId, online, listing }: RevisionState,
  names: PlaceNames,
  language: SentenceLanguage,
) {
  const verdict = explainMatch(criteria, listing, names, language);
  return { revisionId, online, matches: online && verdict.holds, verdict };
}

function statedOnly({ location, past: _past, sourceId: _source, ...listing }: KnownListing): object {
  return location === undefined ? listing : { ...listing, location: statedLocation(location) };
}
