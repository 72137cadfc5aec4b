import { Injectable } from '@nestjs/common';
import { derivedFieldsIn, type StoredCriteria, type Violation } from '@gable/domain/criteria';
import { DerivationStore, STATES_SINCE } from '@gable/persistence/listings';

const ASK_EVERY_MS = 10_000;

/** Says which fields of criteria are not complete yet, while a worker brings stored listings up to date. */
@Injectable()
export class DerivationWarnings {
  private isDone: Promise<boolean> | undefined;
  private askedAt = -Infinity;

  constructor(private readonly store: DerivationStore) {}

  async of(criteria: StoredCriteria): Promise<Violation[]> {
    const fields = derivedFieldsIn(criteria);
    if (fields.length === 0 || (await this.ask())) return [];
    return fields.map((field) => ({
      propertyPath: 'criteria',
      message: `${field} is not known yet of every listing that was stored before the last update`,
    }));
  }

  /** Of events: what is asked of former states is worked out by the same job, whatever the field. */
  async ofEvents({ conditions, children }: StoredCriteria): Promise<Violation[]> {
    if ((conditions.length === 0 && children.length === 0) || (await this.ask())) return [];
    const message = 'events from before the last update are not all known yet: a worker is bringing them up to date';
    return [{ propertyPath: 'criteria', message }];
  }

  private ask(): Promise<boolean> {
    if (this.isDone !== undefined && performance.now() - this.askedAt < ASK_EVERY_MS) return this.isDone;
    this.askedAt = performance.now();
    const isDone = this.store.isDone(STATES_SINCE);
    isDone.catch(() => (this.isDone = undefined));
    return (this.isDone = isDone);
  }
}
