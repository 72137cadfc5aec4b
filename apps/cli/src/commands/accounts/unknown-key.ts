import { refusal } from '../../terminal/outcome.js';

export function unknownKey(apiKeyUuid: string, which = ''): Error {
  return refusal('UNKNOWN_KEY', `There is no key ${apiKeyUuid}${which}; gable keys list shows all.`);
}
