export * from './mail-content.js';
export { renderConfirmationEmail, type ConfirmationContent } from './confirmation-email.js';
export { renderEmail, renderTestEmail } from './render-email.js';
export { EmailChannel, MAIL_CONNECTIONS, type EmailChannelOptions } from './email-channel.js';
