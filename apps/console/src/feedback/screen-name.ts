import { useEffect, useSyncExternalStore } from 'react';

let current: string | undefined;
const listeners = new Set<() => void>();

/** Names the tab after what its screen shows, for as long as that is shown: several homes are open side by side. */
export function useScreenName(name: string | undefined): void {
  useEffect(() => {
    change(name);
    return () => change(undefined);
  }, [name]);
}

/** What is shown; undefined where the name of the screen says it. */
export function useShownName(): string | undefined {
  return useSyncExternalStore(listen, () => current);
}

function change(name: string | undefined): void {
  current = name;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
