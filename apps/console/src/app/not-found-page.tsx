import { Container } from '@mantine/core';
import { EmptyStateLeading } from '../feedback/empty-state.js';
import { useTexts } from '../texts/texts.js';
import { appTexts } from './app-texts.js';

export function NotFoundPage() {
  const t = useTexts(appTexts);
  return (
    <Container size="sm" py="xl">
      <EmptyStateLeading title={t.notFound} to="/" label={t.toSearch}>
        {t.notFoundAdvice}
      </EmptyStateLeading>
    </Container>
  );
}
