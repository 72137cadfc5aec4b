import {
  ALERT_NAME_MAX_LENGTH,
  READ_ONLY_ALERT_FIELDS,
  type NotificationConfig,
  type WrittenAlertField,
} from '@gable/domain/alert';
import { WEBHOOK_URL_MAX_LENGTH } from '@gable/domain/delivery';
import { ApiProperty, ApiPropertyOptional, IntersectionType, OmitType, PartialType, PickType } from '@nestjs/swagger';
import { ClassicFilters, NoClassicFilters } from '../criteria/classic-filters.js';
import { IsCriteria } from '../criteria/is-criteria.js';
import { ApiJsonProperty, ApiNullable, ApiOneOf, ApiRequestSchema, describeMembers } from '../openapi/decorators.js';
import { NotificationConfigFields } from './notification-config.js';

const BASE64 = '[A-Za-z0-9+/]';

/** What an owner writes of an alert beside its criteria: described for requests and answers, read by `parseAlert`. */
export class AlertFields implements Record<Exclude<WrittenAlertField, 'searchMode' | 'criteria'>, unknown> {
  @ApiProperty({
    minLength: 1,
    maxLength: ALERT_NAME_MAX_LENGTH,
    description: 'Characters; not blank, on one line.',
  })
  name: string;

  @ApiProperty({ description: 'Default: true.' })
  active: boolean;

  @ApiProperty({ type: NotificationConfigFields, nullable: true })
  notificationConfig: NotificationConfig | null;

  @ApiProperty({
    type: String,
    anyOf: [
      { type: 'string', pattern: `^whsec_(${BASE64}{4}){8,20}(${BASE64}{2}==|${BASE64}{3}=)?$` },
      { type: 'string', pattern: `^whsec_(${BASE64}{4}){21}(${BASE64}{2}==)?$` },
      {
        type: 'string',
        minLength: 16,
        maxLength: 128,
        pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]+$',
        not: { type: 'string', pattern: '^\\s*[Ww][Hh][Ss][Ee][Cc]_' },
      },
    ],
    description:
      'A secret: whsec_ and 24 to 64 bytes in base64 (Standard Webhooks), or 16 to 128 printable ' +
      'characters, which are used as they are. If it is omitted or null, a key is generated. After a ' +
      'change, messages carry signatures with both the new and the previous key for 24 hours.',
  })
  signingKey: string;

  @ApiProperty({
    type: String,
    nullable: true,
    pattern: '^[Hh][Tt][Tt][Pp][Ss]?://',
    maxLength: WEBHOOK_URL_MAX_LENGTH,
    description: 'https, and reachable from the internet. Cannot be combined with destinationEmail.',
  })
  destinationWebhookUrl: string | null;

  @ApiProperty({ type: String, nullable: true, maxLength: 254, description: 'One address without a display name.' })
  destinationEmail: string | null;
}

class IgnoredFields {}
describeMembers(
  IgnoredFields,
  Object.fromEntries(READ_ONLY_ALERT_FIELDS.map((field) => [field, { readOnly: true, description: 'Ignored.' }])),
);

/** null stands for the default. */
@ApiNullable('active', 'signingKey')
class NewAlertFields extends IntersectionType(
  PickType(AlertFields, ['name']),
  PartialType(OmitType(AlertFields, ['name'])),
  IgnoredFields,
) {}

/** A change may leave `active` out but not clear it. */
@ApiNullable('signingKey')
class ChangedAlertFields extends IntersectionType(PartialType(AlertFields), IgnoredFields) {}

class AdvancedMode extends NoClassicFilters {
  @ApiPropertyOptional({ enum: ['advanced'], nullable: true }) searchMode?: 'advanced' | null;
  @IsCriteria({ required: true }) criteria: object;
}

class ClassicMode extends ClassicFilters {
  @ApiProperty({ enum: ['classic'] }) searchMode: 'classic';
  @ApiJsonProperty(
    { readOnly: true, description: 'Ignored in classic mode, where responses contain the equivalent criteria.' },
    { required: false },
  )
  criteria?: unknown;
}

@ApiRequestSchema()
class NewAdvancedAlert extends IntersectionType(NewAlertFields, AdvancedMode) {}

@ApiRequestSchema()
class NewClassicAlert extends IntersectionType(NewAlertFields, ClassicMode) {}

@ApiRequestSchema()
class AdvancedAlertChange extends IntersectionType(ChangedAlertFields, PartialType(AdvancedMode)) {}

@ApiRequestSchema()
class ClassicAlertChange extends IntersectionType(ChangedAlertFields, ClassicMode) {}

@ApiRequestSchema()
class AdvancedAlertPreview extends IntersectionType(PartialType(NewAlertFields), AdvancedMode) {}

@ApiRequestSchema()
class ClassicAlertPreview extends IntersectionType(PartialType(NewAlertFields), ClassicMode) {}

/** A new alert as it was sent. */
@ApiOneOf({ advanced: NewAdvancedAlert, classic: NewClassicAlert }, { name: 'NewAlert' })
export class CreateAlertRequest {
  [member: string]: unknown;

  @IsCriteria()
  criteria?: unknown;
}

/** A change of an alert as it was sent. */
@ApiOneOf({ advanced: AdvancedAlertChange, classic: ClassicAlertChange }, { name: 'AlertChange' })
export class UpdateAlertRequest extends CreateAlertRequest {}

/** An alert to be tried, as it was sent. */
@ApiOneOf(
  { advanced: AdvancedAlertPreview, classic: ClassicAlertPreview },
  { name: 'AlertPreviewRequest', description: 'The body of an alert; only name is required.' },
)
export class PreviewAlertRequest extends CreateAlertRequest {}
