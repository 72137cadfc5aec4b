import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useTexts } from '../texts/texts.js';
import { appTexts } from './app-texts.js';

/** Switches between light and dark; until then the system decides. */
export function SchemeButton() {
  const t = useTexts(appTexts);
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  return (
    <ActionIcon
      variant="default"
      size="md"
      aria-label={t.lightOrDark}
      title={t.lightOrDark}
      onClick={() => setColorScheme(scheme === 'dark' ? 'light' : 'dark')}
    >
      <svg viewBox="0 0 24 24" width="16" height="16" aria-hidden="true">
        <circle cx="12" cy="12" r="8" fill="none" stroke="currentColor" strokeWidth="2" />
        <path d="M12 4a8 8 0 0 1 0 16z" fill="currentColor" />
      </svg>
    </ActionIcon>
  );
}
