export type { AttemptResult, Channel, EmailMessage, WebhookMessage } from './channel.js';
export { renderConfirmationEmail } from './email/confirmation-email.js';
export { EmailChannel } from './email/email-channel.js';
export type { MailContent } from './email/mail-content.js';
export { renderEmail, renderTestEmail } from './email/render-email.js';
export { FAILURES } from './failures.js';
export { renderTestWebhook, renderWebhook, renderWebhookParts } from './webhook/render-webhook.js';
export { signWebhook } from './webhook/sign-webhook.js';
export { WebhookChannel } from './webhook/webhook-channel.js';
