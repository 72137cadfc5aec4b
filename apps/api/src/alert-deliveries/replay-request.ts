import type { ReplaySelection } from '@gable/persistence/delivery';
import { IsBoolean, IsOptional, IsUUID } from 'class-validator';
import { instant, IsDateTime } from '../http/date-time.js';
import { invalid } from '../http/problem.js';

export class ReplayRequest {
  @IsDateTime()
  since!: string;

  @IsOptional()
  @IsDateTime()
  until?: string;

  @IsOptional()
  @IsBoolean({ message: 'expects true or false' })
  onlyFailed?: boolean;

  /** Of `nextRequestBody`. */
  @IsOptional()
  @IsUUID('loose', { message: 'expects what nextRequestBody has' })
  after?: string;
}

/** @throws Problem validation-failed where the period is none */
export function selectionOf({ since, until, onlyFailed = false, after }: ReplayRequest): ReplaySelection {
  const [from, to] = [new Date(instant(since)!), until === undefined ? undefined : new Date(instant(until)!)];
  if (to !== undefined && to <= from)
    throw invalid([{ propertyPath: 'until', message: `must be later than since, got ${until!} and ${since}` }]);
  return { since: from, ...(to !== undefined && { until: to }), onlyFailed, after };
}
