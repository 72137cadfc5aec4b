import { parseDateTime } from '@gable/domain/listing';
import { ValidateBy } from 'class-validator';

/** A member that takes a date-time with its zone; `instant` reads it. */
export function IsDateTime(): PropertyDecorator {
  return ValidateBy({
    name: 'isDateTime',
    validator: {
      validate: (value) => instant(value) !== undefined,
      defaultMessage: () => 'expects a date-time with its zone, such as 2026-03-01T09:30:00Z, once',
    },
  });
}

/** In UTC. A plus sign that was not encoded arrives as a space. */
export function instant(value: unknown): string | undefined {
  return typeof value === 'string' ? parseDateTime(value.replace(/ (?=[\d:]+$)/, '+')) : undefined;
}
