import { Injectable } from '@nestjs/common';
import type { SentenceLanguage } from '@gable/domain/criteria';
import { AlertEventStore } from '@gable/persistence/alerts';
import { PlaceNameStore } from '@gable/persistence/geography';
import { PropertyStore } from '@gable/persistence/properties';
import type { Caller } from '../access/caller.js';
import { ANSWERS, trim } from '../fields/answer-fields.js';
import { choiceOf, type FieldsQuery } from '../fields/fields-query.js';
import type { Page } from '../http/collection.js';
import { endlessPage } from '../http/endless-collection.js';
import { notFound } from '../http/problem.js';
import { alertEventResponse, type AlertEventRecordResponse, type AlertEventResponse } from './alert-event-response.js';
import { eventExplanationResponse, type EventExplanationResponse } from './event-explanation-response.js';
import { selectionOf, type EventsQuery } from './events-query.js';

/** Reads what an account's alerts have recorded. */
@Injectable()
export class AlertEventsService {
  constructor(
    private readonly events: AlertEventStore,
    private readonly names: PlaceNameStore,
    private readonly properties: PropertyStore,
  ) {}

  async list({ accountId }: Caller, alertId: string, query: EventsQuery): Promise<Page<Partial<AlertEventResponse>>> {
    const selection = selectionOf(query);
    const choice = choiceOf(query, ANSWERS.event);
    const page = await this.events.list(accountId, alertId, selection);
    if (!page) throw notFound();
    return endlessPage(page, selection, (event) => trim(alertEventResponse(event), choice));
  }

  async read(
    { accountId }: Caller,
    alertId: string,
    eventId: string,
    query: FieldsQuery,
  ): Promise<Partial<AlertEventRecordResponse>> {
    const choice = choiceOf(query, ANSWERS.eventRecord);
    const event = await this.events.find(accountId, alertId, eventId);
    if (!event) throw notFound();
    const properties = await this.properties.readCurrent([event.propertyId]);
    return trim({ ...alertEventResponse(event), property: properties.get(event.propertyId) ?? null }, choice);
  }

  async explain(
    { accountId }: Caller,
    alertId: string,
    eventId: string,
    language: SentenceLanguage,
  ): Promise<EventExplanationResponse> {
    const evidence = await this.events.evidence(accountId, alertId, eventId);
    if (!evidence) throw notFound();
    return eventExplanationResponse(evidence, await this.names.of([evidence.criteria]), language);
  }
}
