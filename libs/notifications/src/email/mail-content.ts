import type { AlertEventType } from '@gable/domain/alert';
import type { AttributeChange } from '@gable/domain/listing';
import type { ListingView } from '@gable/domain/property';

/** What one mail says: the events gathered for one alert. */
export interface MailContent {
  readonly alertName: string;
  /** In the order they are shown. More than `LISTINGS_PER_MAIL` are cut and counted. */
  readonly events: readonly MailEvent[];
  /** Further events of this mail that `events` leaves out. */
  readonly moreCount: number;
  /** A page that stops these mails. */
  readonly unsubscribeUrl: string;
}

/** One event of an alert as a mail shows it. */
export interface MailEvent {
  readonly eventType: AlertEventType;
  readonly listing: ListingView;
  /** What the change of the listing was; empty for its first revision. */
  readonly change: readonly AttributeChange[];
  /** The criteria that made the event as a sentence without a full stop (`describeCriteria`). */
  readonly whyMatched: string;
}

/** Subject and the two bodies of a mail, ready for an `EmailMessage`. */
export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}
