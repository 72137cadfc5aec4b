import type { MailItem } from './mail-item.js';

/** A mail in words, before it becomes text or HTML. */
export interface MailPage {
  readonly subject: string;
  readonly title: string;
  /** What the alert asks for, where all items share it; else each says its own. */
  readonly why: string | undefined;
  readonly paragraphs: readonly string[];
  readonly items: readonly MailItem[];
  /** `and 12 more`. */
  readonly more: string | undefined;
  readonly alertName: string;
  readonly unsubscribeUrl: string;
}
