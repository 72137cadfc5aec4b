import { Button, Paper, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** What stands where nothing is: what it means, and what to do next. */
export function EmptyState({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <Paper withBorder p="xl" radius="md" data-testid="empty">
      <Stack align="center" gap="sm" ta="center">
        <Title order={2} size="h4">
          {title}
        </Title>
        {children !== undefined && (
          <Text c="dimmed" maw={520} component="div">
            {children}
          </Text>
        )}
        {action}
      </Stack>
    </Paper>
  );
}

/** The same, with the screen to go on from. */
export function EmptyStateLeading({
  to,
  label,
  ...state
}: {
  title: string;
  children?: ReactNode;
  to: '/' | '/alerts';
  label: string;
}) {
  return (
    <EmptyState
      {...state}
      action={
        <Button component={Link} to={to}>
          {label}
        </Button>
      }
    />
  );
}
