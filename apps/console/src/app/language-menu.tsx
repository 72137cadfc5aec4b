import { NativeSelect } from '@mantine/core';
import { chooseLanguage, LANGUAGE_NAMES, LANGUAGES, useLanguage, type Language } from '../texts/languages.js';
import { useTexts } from '../texts/texts.js';
import { appTexts } from './app-texts.js';

export function LanguageMenu() {
  const t = useTexts(appTexts);
  const language = useLanguage();
  return (
    <NativeSelect
      size="xs"
      aria-label={t.language}
      value={language}
      onChange={(event) => chooseLanguage(event.currentTarget.value as Language)}
      data={LANGUAGES.map((each) => ({ value: each, label: LANGUAGE_NAMES[each] }))}
    />
  );
}
