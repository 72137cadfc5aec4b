import { Alert, Button, Center, Code, Group, Image, Paper, PasswordInput, Stack, Text, Title } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { CONSOLE_PATH } from '../client/addresses.js';
import { api, ask } from '../client/api.js';
import { useMutation } from '../client/use-mutation.js';
import { feedbackTexts } from '../feedback/feedback-texts.js';
import { ProblemNotice } from '../feedback/problem-notice.js';
import { maybeKey, signIn, useSession } from '../session/session-key.js';
import { useTexts } from '../texts/texts.js';
import { appTexts } from './app-texts.js';
import { LanguageMenu } from './language-menu.js';
import { SchemeButton } from './scheme-button.js';

/** Asks for a key, and tries it before it is kept. */
export function SignInPage() {
  const t = useTexts(appTexts);
  const words = useTexts(feedbackTexts);
  const { refusal } = useSession();
  const [key, setKey] = useState('');
  const trial = useMutation({
    mutationFn: (tried: string) => ask(api.GET('/account', { headers: { 'x-api-key': tried } })),
    onSuccess: (_account, tried) => signIn(tried),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const tried = key.trim();
    if (tried === '') return;
    if (maybeKey(tried)) return trial.mutate(tried);
    trial.reset();
    signIn(tried); // which says why it is none
  };
  return (
    <Center mih="100vh" p="md" component="main">
      <Paper withBorder p="xl" w="100%" maw={460} shadow="sm">
        <form onSubmit={submit}>
          <Stack gap="md">
            <Group gap="sm">
              <Image src={`${CONSOLE_PATH}gable.svg`} alt="" w={36} h={36} />
              <Title order={1} size="h3">
                {t.welcome}
              </Title>
            </Group>
            {refusal !== null && !trial.isError && (
              <Alert color="red" role="alert" data-testid="refusal">
                <Text size="sm">{refusal.detail ?? t.noKey}</Text>
                {refusal.requestId !== null && (
                  <Text size="xs" c="dimmed" mt="xs">
                    {words.requestId(refusal.requestId)}
                  </Text>
                )}
              </Alert>
            )}
            {trial.isError && <ProblemNotice error={trial.error} />}
            <PasswordInput
              label={t.keyLabel}
              description={t.keyHint}
              value={key}
              onChange={(event) => setKey(event.currentTarget.value)}
              autoComplete="off"
              spellCheck={false}
              autoFocus
              required
            />
            <Button type="submit" loading={trial.isPending}>
              {t.signIn}
            </Button>
            <Text size="sm" c="dimmed">
              {t.whereKey}
            </Text>
            <Code block style={{ whiteSpace: 'pre-wrap' }}>
              npx gable keys create --account acme --role ROLE_API_CLIENT --name me
            </Code>
            <Group justify="space-between">
              <LanguageMenu />
              <SchemeButton />
            </Group>
          </Stack>
        </form>
      </Paper>
    </Center>
  );
}
