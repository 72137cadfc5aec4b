import { Button, Container } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '../feedback/empty-state.js';
import { useTexts } from '../texts/texts.js';
import { appTexts } from './app-texts.js';

export function NotFoundPage() {
  const t = useTexts(appTexts);
  return (
    <Container size="sm" py="xl">
      <EmptyState
        title={t.notFound}
        action={
          <Button component={Link} to="/">
            {t.toSearch}
          </Button>
        }
      >
        {t.notFoundAdvice}
      </EmptyState>
    </Container>
  );
}
