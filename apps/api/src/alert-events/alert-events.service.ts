import { Injectable } from '@nestjs/common';
import { namedDivisions } from '@gable/domain/criteria';
import { AlertEventStore } from '@gable/persistence/alerts';
import { DivisionStore } from '@gable/persistence/geography';
import type { Caller } from '../access/caller.js';
import type { Page } from '../http/collection.js';
import { notFound } from '../http/problem.js';
import { eventAnswer, type EventAnswer } from './event-answer.js';
import { eventExplanation, type EventExplanation } from './event-explanation.js';
import { selectionOf, type EventsQuery } from './events-query.js';

/** Reads what an account's alerts have recorded. */
@Injectable()
export class AlertEventsService {
  constructor(
    private readonly events: AlertEventStore,
    private readonly divisions: DivisionStore,
  ) {}

  async list({ accountId }: Caller, alertId: string, query: EventsQuery): Promise<Page<EventAnswer>> {
    const page = await this.events.list(accountId, alertId, selectionOf(query));
    if (!page) throw notFound();
    return { items: page.items.map(eventAnswer), total: page.total };
  }

  async read({ accountId }: Caller, alertId: string, eventId: string): Promise<EventAnswer> {
    const event = await this.events.find(accountId, alertId, eventId);
    if (!event) throw notFound();
    return eventAnswer(event);
  }

  async explain({ accountId }: Caller, alertId: string, eventId: string): Promise<EventExplanation> {
    const evidence = await this.events.evidence(accountId, alertId, eventId);
    if (!evidence) throw notFound();
    const names = await this.divisions.names(namedDivisions(evidence.criteria));
    return eventExplanation(evidence, { division: (id) => names.get(id) });
  }
}
