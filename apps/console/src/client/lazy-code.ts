import { useEffect } from 'react';
import { CONSOLE_PATH } from './addresses.js';
import { Unreachable } from './api-problem.js';

const LOOK_AGAIN_MS = 3_000;

/**
 * Loads code of the page.
 * @throws Unreachable while the server is away; what the browser says where the server no longer has this code
 */
export async function loadCode<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    throw (await isServed()) ? error : new Unreachable({ cause: error });
  }
}

/**
 * Begins the page anew once the server is back: a browser may remember that a file did not come. Nothing is lost, since
 * what a screen shows stands in its address.
 */
export function useReloadOnceServed(isAway: boolean): void {
  useEffect(() => {
    if (!isAway) return undefined;
    void reloadIfServed();
    const timer = setInterval(() => void reloadIfServed(), LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isAway]);
}

/** Not while the server is away: the browser would show a page of its own, which does not come back by itself. */
export async function reloadIfServed(): Promise<void> {
  if (await isServed()) location.reload();
}

async function isServed(): Promise<boolean> {
  try {
    return (await fetch(`${CONSOLE_PATH}config.json`, { cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}
