/** Tells whoever listens to the channel $1. What is told need not survive the server: it does not wait for the disk. */
export const ANNOUNCE = `select set_config('synchronous_commit', 'off', true), pg_notify($1, '')`;
