import { storableText } from '../parsing/storable-text.js';

/** Longer names are cut in a summary. */
const MAX_NAME_LENGTH = 100;

/** The name of a member that a format does not know, as a summary shows it and a database can hold it. */
export function unknownName(name: string): string {
  return storableText(name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name);
}
