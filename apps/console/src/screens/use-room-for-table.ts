import { useMediaQuery } from '@mantine/hooks';

/** Whether the window has room for the columns of a table side by side, which on a phone stand below each other. */
export function useRoomForTable(): boolean {
  // Where Mantine's `sm` begins, at which the layout too changes; asked before the first paint, so that nothing jumps.
  return useMediaQuery('(min-width: 48em)', true, { getInitialValueInEffect: false });
}
