import { redactJson } from './redact-json.js';
import { redactText } from './redact-text.js';

/**
 * A line of the log, or any other text, without API keys, signing keys, passwords, tokens of links, paths of web
 * addresses and names of mail addresses. Takes time in proportion to the text, and what it gave stays as it is when
 * redacted again.
 */
export function redact(text: string): string {
  return isJson(text) ? redactJson(text) : redactText(text);
}

function isJson(text: string): boolean {
  if (!text.startsWith('{')) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
