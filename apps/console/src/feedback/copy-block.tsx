import { Button, Code, CopyButton, Stack } from '@mantine/core';
import { useTexts } from '../texts/texts.js';
import { feedbackTexts } from './feedback-texts.js';

/** Text to take along, such as a command, with a button that copies it. */
export function CopyBlock({ text, label }: { text: string; label: string }) {
  const t = useTexts(feedbackTexts);
  return (
    <Stack gap="xs" align="flex-start">
      <Code
        block
        w="100%"
        mah={360}
        tabIndex={0}
        role="region"
        aria-label={label}
        style={{ overflow: 'auto', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
      >
        {text}
      </Code>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Button size="xs" variant="default" onClick={copy}>
            {copied ? t.copied : t.copy}
          </Button>
        )}
      </CopyButton>
    </Stack>
  );
}
