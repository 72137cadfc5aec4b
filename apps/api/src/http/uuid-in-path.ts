import type { PipeTransform } from '@nestjs/common';
import { isUuid } from '@gable/domain';
import { notFound } from './problem.js';

/** What is not a UUID names nothing, and looks like anything else that is not there. */
export class UuidInPath implements PipeTransform<string, string> {
  transform(value: string): string {
    if (!isUuid(value)) throw notFound();
    return value.toLowerCase();
  }
}
