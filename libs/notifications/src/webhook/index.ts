export * from './event-message.js';
export * from './render-webhook.js';
export * from './sign-webhook.js';
export * from './webhook-channel.js';
