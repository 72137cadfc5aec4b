import { useDebouncedCallback } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import type { EditorProps } from './range-editor.js';

const TYPING_MS = 350;

/** Hands on what is typed a moment after the last key, and shows it at once. */
export function Delayed({ value, onChange, children }: EditorProps & { children: (props: EditorProps) => ReactNode }) {
  const [draft, setDraft] = useState(value);
  const hand = useDebouncedCallback(onChange, { delay: TYPING_MS, flushOnUnmount: true });
  return children({
    value: draft,
    onChange: (next) => {
      setDraft(next as EditorProps['value']);
      hand(next);
    },
  });
}
