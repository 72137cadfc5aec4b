import { Center, Loader } from '@mantine/core';
import { useTexts } from '../texts/texts.js';
import { feedbackTexts } from './feedback-texts.js';

/** Stands where something is being read. */
export function Loading({ height = 160 }: { height?: number }) {
  const t = useTexts(feedbackTexts);
  return (
    <Center h={height} role="status" aria-label={t.loading}>
      <Loader type="dots" />
    </Center>
  );
}
