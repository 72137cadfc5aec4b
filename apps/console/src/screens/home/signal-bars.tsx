import { Box, Table, Text } from '@mantine/core';
import type { Schema } from '../../client/api.js';
import { useFormats } from '../../texts/formats.js';
import { useTexts } from '../../texts/texts.js';
import { homePageTexts } from './home-page-texts.js';
import { useSignalName } from './signal-names.js';

/** What each signal says, as bars to the right for one home and to the left against it. */
export function SignalBars({ signals }: { signals: readonly Schema<'PairSignal'>[] }) {
  const t = useTexts(homePageTexts);
  const { number } = useFormats();
  const nameOf = useSignalName();
  const weight = Math.max(1, ...signals.map(({ bits }) => Math.abs(bits)));
  return (
    <Table.ScrollContainer minWidth={0} type="native" tabIndex={0} aria-label={t.signalsTitle}>
      <Table verticalSpacing={4} withRowBorders={false}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t.signal}</Table.Th>
            <Table.Th visibleFrom="xs">{t.found}</Table.Th>
            <Table.Th w="36%">{t.forOrAgainst}</Table.Th>
            <Table.Th ta="right">{t.bitsHead}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {signals.map(({ signal, phrase, bits }) => (
            <Table.Tr key={signal} data-signal={signal}>
              <Table.Td>
                {nameOf(signal)}
                <Text size="xs" c="dimmed" hiddenFrom="xs">
                  {phrase}
                </Text>
              </Table.Td>
              <Table.Td visibleFrom="xs">
                <Text size="sm" c="dimmed">
                  {phrase}
                </Text>
              </Table.Td>
              <Table.Td>
                <Bar share={bits / weight} />
              </Table.Td>
              <Table.Td ta="right">{`${bits > 0 ? '+' : ''}${number(bits, 2)}`}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function Bar({ share }: { share: number }) {
  return (
    <Box
      pos="relative"
      h={12}
      aria-hidden
      style={{ borderRadius: 2, background: 'var(--mantine-color-default-hover)' }}
    >
      <Box
        pos="absolute"
        h="100%"
        style={{
          left: `${share < 0 ? 50 + 50 * share : 50}%`,
          width: `${50 * Math.abs(share)}%`,
          background: share < 0 ? 'var(--mantine-color-orange-6)' : 'var(--mantine-color-gable-6)',
        }}
      />
      <Box pos="absolute" left="50%" h="100%" w={1} style={{ background: 'var(--mantine-color-dimmed)' }} />
    </Box>
  );
}
