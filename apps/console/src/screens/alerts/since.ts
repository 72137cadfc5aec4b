import { useEffect, useState } from 'react';

const TICK_MS = 2_000;

/** The moment from which all rows of a list count; it moves on by itself. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/**
 * The moment that is as long ago from this very moment as `instant` is from `now`; nothing lies in the future. In whole
 * seconds and a quarter, so that rows which are written some milliseconds apart are not rounded apart.
 */
export function seenFrom(now: number, instant: string): number {
  const seconds = Math.floor(Math.max(now - Date.parse(instant), 0) / 1_000);
  return Date.now() - seconds * 1_000 - 250;
}
