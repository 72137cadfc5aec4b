/** A UUID of any version, in capitals or not. */
export const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a text is a UUID of any version and nothing else. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
