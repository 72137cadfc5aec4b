import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import type { Schema } from '../client/api.js';
import { useFormats } from '../texts/formats.js';
import { useTexts } from '../texts/texts.js';
import { useAttributeWords } from './use-attribute-words.js';
import { wordTexts } from './word-texts.js';

type Change = Schema<'AttributeChange'>;
const SHOWN = 4;

/** What a revision changed, the price first; more than a few are shown when asked for. */
export function Changes({ changes, currency }: { changes: readonly Change[]; currency: string | null }) {
  const { more } = useTexts(wordTexts);
  const { number } = useFormats();
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole || changes.length <= SHOWN + 1 ? changes : changes.slice(0, SHOWN);
  return (
    <>
      {shown.map((change) => (
        <ChangeText key={change.attribute} change={change} currency={currency} />
      ))}
      {shown.length < changes.length && (
        <Button size="compact-sm" variant="subtle" w="fit-content" onClick={() => setWhole(true)}>
          {more(number(changes.length - shown.length))}
        </Button>
      )}
    </>
  );
}

/** What a revision changed of one attribute: before, after, and by how much. */
function ChangeText({
  change: { attribute, old, new: now, variationPercent },
  currency,
}: {
  change: Change;
  currency: string | null;
}) {
  const { percent, says } = useFormats();
  const { nameOf, write } = useAttributeWords();
  return (
    <Text size="sm" lineClamp={3}>
      {says(nameOf(attribute), `${write(attribute, old, currency)} → ${write(attribute, now, currency)}`)}
      {variationPercent !== null && (
        <Text span size="sm" fw={700}>
          {` ${variationPercent > 0 ? '+' : ''}${percent(variationPercent / 100)}`}
        </Text>
      )}
    </Text>
  );
}
