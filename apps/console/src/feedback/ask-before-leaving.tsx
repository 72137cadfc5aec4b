import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { feedbackTexts } from './feedback-texts.js';
import { useTexts } from '../texts/texts.js';

/** Asks before a screen with something unsaved is left: by a link, by the browser's way back, by closing the tab. */
export function AskBeforeLeaving({ isUnsaved }: { isUnsaved: boolean }) {
  const t = useTexts(feedbackTexts);
  const { status, proceed, reset } = useBlocker({
    // What stands behind the path is a state of the same screen.
    shouldBlockFn: ({ current, next }) => isUnsaved && current.pathname !== next.pathname,
    enableBeforeUnload: () => isUnsaved,
    withResolver: true,
  });
  return (
    <Modal
      opened={status === 'blocked'}
      onClose={() => reset?.()}
      title={t.unsavedTitle}
      closeButtonProps={{ 'aria-label': t.close }}
    >
      <Stack>
        <Text size="sm">{t.unsavedMeans}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => proceed?.()}>
            {t.leave}
          </Button>
          <Button onClick={() => reset?.()}>{t.stay}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
