/** Whether `If-None-Match` names the tag of what would be answered (RFC 9110, 13.1.2): compared weakly. */
export function matchesTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
