import { Button, CloseButton, Group, Popover, Stack } from '@mantine/core';
import type { ReactNode } from 'react';

const SHORTENED = { overflow: 'hidden', textOverflow: 'ellipsis' } as const;

/** A condition as a chip: what it says, its editor behind it, and a button that takes it away. */
export function FilterChip({
  label,
  isSet,
  onClear,
  clearLabel,
  width = 320,
  children,
}: {
  label: string;
  isSet: boolean;
  onClear?: () => void;
  clearLabel: string;
  width?: number;
  children: ReactNode;
}) {
  return (
    <Group gap={2} wrap="nowrap">
      <Popover width={width} position="bottom-start" shadow="md" trapFocus returnFocus withinPortal={false}>
        <Popover.Target>
          <Button
            size="compact-md"
            fz="sm"
            variant={isSet ? 'light' : 'default'}
            maw={{ base: 'calc(100vw - 4.5rem)', xs: 340 }}
            rightSection={<Chevron />}
            styles={{ label: { fontWeight: isSet ? 650 : 500 } }}
          >
            <span style={SHORTENED}>{label}</span>
          </Button>
        </Popover.Target>
        <Popover.Dropdown>
          <Stack gap="sm">{children}</Stack>
        </Popover.Dropdown>
      </Popover>
      {isSet && onClear !== undefined && <CloseButton size="md" aria-label={clearLabel} onClick={onClear} />}
    </Group>
  );
}

function Chevron() {
  return (
    <svg viewBox="0 0 12 12" width="10" height="10" aria-hidden="true">
      <path d="m2 4 4 4 4-4" fill="none" stroke="currentColor" strokeWidth="1.8" />
    </svg>
  );
}
