import { Box } from '@mantine/core';
import type { ReactNode } from 'react';

/**
 * What an answer shows. While the next one is on its way, the last one stays, in grey: not faded, because a text that
 * somebody reads meanwhile keeps its contrast.
 */
export function LastAnswer({ isOld, isBusy, children }: { isOld: boolean; isBusy: boolean; children: ReactNode }) {
  return (
    <Box aria-busy={isBusy} style={isOld ? { filter: 'grayscale(1)' } : undefined}>
      {children}
    </Box>
  );
}
