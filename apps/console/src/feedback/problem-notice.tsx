import { Alert, Button, Code, Group, List, Stack, Text } from '@mantine/core';
import { ApiProblem, Unreachable } from '../client/api-problem.js';
import { useTexts } from '../texts/texts.js';
import { feedbackTexts } from './feedback-texts.js';

/** Says what went wrong in the words of the problem document, with the id of the request for who reports it. */
export function ProblemNotice({ error, onRetry }: { error: Error; onRetry?: () => void }) {
  const t = useTexts(feedbackTexts);
  const problem = error instanceof ApiProblem ? error : null;
  const isAway = error instanceof Unreachable;
  return (
    <Alert
      color={isAway ? 'yellow' : 'red'}
      role="alert"
      title={isAway ? t.unreachable : problem ? t.refused : t.broken}
      data-testid="problem"
      styles={{ title: { color: 'var(--mantine-color-text)' } }}
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{isAway ? t.unreachableAdvice : (problem?.detail ?? t.brokenAdvice)}</Text>
        {problem !== null && problem.violations.length > 1 && (
          <List size="sm">
            {problem.violations.map(({ propertyPath, message }, n) => (
              <List.Item key={n}>
                <Code>{propertyPath}</Code> {message}
              </List.Item>
            ))}
          </List>
        )}
        <Group gap="md">
          {onRetry !== undefined && (
            <Button size="xs" variant="default" onClick={onRetry}>
              {t.again}
            </Button>
          )}
          {problem?.requestId != null && (
            <Text size="xs" c="dimmed">
              {t.requestId(problem.requestId)}
            </Text>
          )}
          {problem === null && !isAway && <Code>{error.message}</Code>}
        </Group>
      </Stack>
    </Alert>
  );
}
