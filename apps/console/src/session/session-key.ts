import { useSyncExternalStore } from 'react';

/** Kept by this tab alone: gone with it, unknown to other tabs and never sent as a cookie. */
const ITEM = 'gable.key';
const listeners = new Set<() => void>();

/** Why a key is gone, in the words of the API, and the id of the request that it refused. */
export interface Refusal {
  /** Null for a text that cannot be a key: no request may carry it. */
  readonly detail: string | null;
  readonly requestId: string | null;
}

/** What the tab knows of its caller; `refusal` is of its last key. */
export interface Session {
  readonly key: string | null;
  readonly refusal: Refusal | null;
}

let session: Session = { key: sessionStorage.getItem(ITEM), refusal: null };

/** Takes the key of a sign-in link, and removes it from the address and its history at once. */
export function takeKeyFromAddress(): void {
  const key = new URLSearchParams(location.hash.slice(1)).get('key');
  if (key === null) return;
  history.replaceState(history.state, '', location.pathname + location.search);
  if (key !== '') signIn(key);
}

export function signIn(key: string): void {
  if (!maybeKey(key)) return signOut({ detail: null, requestId: null });
  sessionStorage.setItem(ITEM, key);
  change({ key, refusal: null });
}

/** Whether a header can carry it: what was cut off with an ellipsis or put in quotes by a mail program cannot. */
export function maybeKey(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text);
}

/** Forgets the key; `refusal` is shown above the form. */
export function signOut(refusal: Refusal | null = null): void {
  sessionStorage.removeItem(ITEM);
  change({ key: null, refusal });
}

export function currentSession(): Session {
  return session;
}

export function useSession(): Session {
  return useSyncExternalStore(listen, currentSession);
}

function change(next: Session): void {
  session = next;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
