import { Inject, Injectable } from '@nestjs/common';
import { describeCriteria, formatCriteria, type Criteria, type SentenceLanguage } from '@gable/domain/criteria';
import { PlaceNameStore } from '@gable/persistence/geography';
import { PropertyStore } from '@gable/persistence/properties';
import { PROPERTY_SEARCH } from '@gable/platform';
import { DEFAULT_SORT, type PropertySearch } from '@gable/search';
import { MOST_SHOWN, type AlertPreviewResponse } from './alert-preview-response.js';
import { ChangeReplay } from './change-replay.js';

const PERIOD_MS = 30 * 86_400_000;

/** Tries an alert without storing it. */
@Injectable()
export class AlertPreviewService {
  constructor(
    @Inject(PROPERTY_SEARCH) private readonly engine: PropertySearch,
    private readonly properties: PropertyStore,
    private readonly replay: ChangeReplay,
    private readonly names: PlaceNameStore,
  ) {}

  async preview(criteria: Criteria, language: SentenceLanguage): Promise<AlertPreviewResponse> {
    const since = new Date((await this.engine.now()) - PERIOD_MS);
    const [{ ids, total, totalIsExact }, { events, isEstimated, propertiesReplayed }, names] = await Promise.all([
      this.engine.findPage({ criteria, sort: DEFAULT_SORT, offset: 0, limit: MOST_SHOWN }),
      this.replay.run(criteria, since),
      this.names.of([criteria]),
    ]);
    return {
      totalItems: total,
      totalIsExact,
      items: await this.properties.read(ids),
      events,
      eventsSince: since.toISOString(),
      eventsAreEstimated: isEstimated,
      propertiesReplayed,
      sentence: describeCriteria(criteria, names, language),
      criteria: formatCriteria(criteria),
    };
  }
}
