import { Injectable } from '@nestjs/common';
import { namedDivisions } from '@gable/domain/criteria';
import { AlertEventStore } from '@gable/persistence/alerts';
import { DivisionStore } from '@gable/persistence/geography';
import type { Caller } from '../access/caller.js';
import type { Page } from '../http/collection.js';
import { notFound } from '../http/problem.js';
import { alertEventResponse, type AlertEventResponse } from './alert-event-response.js';
import { eventExplanationResponse, type EventExplanationResponse } from './event-explanation-response.js';
import { selectionOf, type EventsQuery } from './events-query.js';

/** Reads what an account's alerts have recorded. */
@Injectable()
export class AlertEventsService {
  constructor(
    private readonly events: AlertEventStore,
    private readonly divisions: DivisionStore,
  ) {}

  async list({ accountId }: Caller, alertId: string, query: EventsQuery): Promise<Page<AlertEventResponse>> {
    const page = await this.events.list(accountId, alertId, selectionOf(query));
    if (!page) throw notFound();
    return { items: page.items.map(alertEventResponse), total: page.total };
  }

  async read({ accountId }: Caller, alertId: string, eventId: string): Promise<AlertEventResponse> {
    const event = await this.events.find(accountId, alertId, eventId);
    if (!event) throw notFound();
    return alertEventResponse(event);
  }

  async explain({ accountId }: Caller, alertId: string, eventId: string): Promise<EventExplanationResponse> {
    const evidence = await this.events.evidence(accountId, alertId, eventId);
    if (!evidence) throw notFound();
    const names = await this.divisions.names(namedDivisions(evidence.criteria));
    return eventExplanationResponse(evidence, { division: (id) => names.get(id) });
  }
}
