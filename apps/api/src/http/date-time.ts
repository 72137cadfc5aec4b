import { MOMENT_FORMS, type Moment, parseMoment } from '@gable/domain/listing';
import { ValidateBy } from 'class-validator';

/** A member that takes a date-time or a bare date; `momentOf` reads it. */
export function IsMoment(): PropertyDecorator {
  return ValidateBy({
    name: 'isMoment',
    validator: {
      validate: (value) => typeof value === 'string' && parseMoment(value) !== undefined,
      defaultMessage: () => `expects ${MOMENT_FORMS}, once`,
    },
  });
}

/** What a validated member names; undefined where it was not given. */
export function momentOf(value: string | undefined): Moment | undefined {
  return value === undefined ? undefined : parseMoment(value);
}
