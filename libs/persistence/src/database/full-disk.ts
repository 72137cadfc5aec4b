/** SQLSTATE disk_full. */
const DISK_FULL = '53100';

let latest: { readonly at: number; readonly message: string } | undefined;

/** Remembers, for this process, that PostgreSQL had no room to write. */
export function noteFullDisk(error: unknown): void {
  const { code, message } = error as { code?: unknown; message?: string };
  if (code === DISK_FULL) latest = { at: Date.now(), message: String(message) };
}

/** What PostgreSQL said when it last had no room, where that is not longer ago; a reader may go on all the same. */
export function recentFullDisk(withinMs: number): string | undefined {
  return latest !== undefined && Date.now() - latest.at <= withinMs ? latest.message : undefined;
}
