import { Badge, Card, Code, Container, Group, Stack, Table, Text, Title } from '@mantine/core';
import type { Schema } from '../../client/api.js';
import { useAccount } from '../../client/use-account.js';
import { CopyBlock } from '../../feedback/copy-block.js';
import { Loading } from '../../feedback/loading.js';
import { Panel } from '../../feedback/panel.js';
import { ProblemNotice } from '../../feedback/problem-notice.js';
import { useFormats } from '../../texts/formats.js';
import { useTexts } from '../../texts/texts.js';
import { useRoomForTable } from '../use-room-for-table.js';
import { accountTexts } from './account-texts.js';
import { UsagePanel } from './usage-panel.js';

/** Who is asking, what was used, with which keys, and what is allowed. */
export function AccountPage() {
  const t = useTexts(accountTexts);
  const { data, error, refetch } = useAccount();
  return (
    <Container size="lg" py="md">
      {error !== null ? (
        <ProblemNotice error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Loading height={300} />
      ) : (
        <Stack gap="lg">
          <Stack gap={4}>
            <Title order={1} size="h3" data-testid="account-name">
              {data.name}
            </Title>
            <Text size="sm" c="dimmed">
              {t.roles[data.role]} · <Code>{data.id}</Code>
            </Text>
          </Stack>
          <UsagePanel apiKeys={data.apiKeys} />
          <KeysPanel account={data} />
          <LimitsPanel account={data} />
        </Stack>
      )}
    </Container>
  );
}

const STATUS_COLORS = { ACTIVE: undefined, REVOKED: 'red', EXPIRED: 'gray' } as const;

function KeysPanel({ account }: { account: Schema<'Account'> }) {
  const t = useTexts(accountTexts);
  const hasRoom = useRoomForTable();
  return (
    <Panel title={t.keys} lead={t.keysLead} testId="keys">
      {hasRoom ? <KeysTable keys={account.apiKeys} /> : <KeysStack keys={account.apiKeys} />}
      <Text size="sm">{t.makeKeys}</Text>
      <CopyBlock
        label={t.makeKeys}
        text={`npx gable keys create --account ${quoted(account.name)} --role ROLE_API_CLIENT --name website`}
      />
    </Panel>
  );
}

type Keys = readonly Schema<'ApiKeyResponse'>[];

function KeysTable({ keys }: { keys: Keys }) {
  const t = useTexts(accountTexts);
  const { dateTime } = useFormats();
  return (
    <Table.ScrollContainer minWidth={640} type="native" tabIndex={0} aria-label={t.keys}>
      <Table verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            {[t.name, t.role, t.status, t.createdAt, t.endsAt].map((head) => (
              <Table.Th key={head}>{head}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {keys.map(({ apiKeyUuid, name, role, status, createdAt, expiresAt, revokedAt }) => (
            <Table.Tr key={apiKeyUuid} data-testid="key">
              <Table.Td>
                <Text size="sm">{name}</Text>
                <Code>{apiKeyUuid}</Code>
              </Table.Td>
              <Table.Td>{t.roles[role]}</Table.Td>
              <Table.Td>
                <KeyStatus status={status} />
              </Table.Td>
              <Table.Td>{dateTime(createdAt)}</Table.Td>
              <Table.Td>{dateTime(revokedAt ?? expiresAt)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

/** The same where a table does not fit. */
function KeysStack({ keys }: { keys: Keys }) {
  const t = useTexts(accountTexts);
  const { dateTime, says } = useFormats();
  return (
    <Stack gap="xs">
      {keys.map(({ apiKeyUuid, name, role, status, createdAt, expiresAt, revokedAt }) => (
        <Card withBorder padding="sm" key={apiKeyUuid} component="article" data-testid="key">
          <Stack gap={4}>
            <Group justify="space-between" gap="xs">
              <Text size="sm" fw={600} miw={0} style={{ overflowWrap: 'anywhere' }}>
                {name}
              </Text>
              <KeyStatus status={status} />
            </Group>
            <Code w="fit-content" style={{ overflowWrap: 'anywhere' }}>
              {apiKeyUuid}
            </Code>
            <Text size="sm">{t.roles[role]}</Text>
            <Text size="sm">{says(t.createdAt, dateTime(createdAt))}</Text>
            <Text size="sm">{says(t.endsAt, dateTime(revokedAt ?? expiresAt))}</Text>
          </Stack>
        </Card>
      ))}
    </Stack>
  );
}

function KeyStatus({ status }: Pick<Keys[number], 'status'>) {
  const t = useTexts(accountTexts);
  return (
    <Badge variant="light" color={STATUS_COLORS[status]} miw="max-content">
      {t.statuses[status]}
    </Badge>
  );
}

/** As one word of a shell, whatever stands in it. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

const LIMITS = [
  'requestsPerMinute',
  'searchPageSize',
  'pageModeResults',
  'cursorModeResults',
  'collectionPageSize',
] as const;
const QUOTAS = ['alerts', 'shapes', 'favorites', 'keys'] as const;

/** What bounds the account: its plan, its limits, and what it has of what it may have. */
function LimitsPanel({ account: { limits, plan, quotas } }: { account: Schema<'Account'> }) {
  const t = useTexts(accountTexts);
  const { number } = useFormats();
  const ofLimit = (name: keyof typeof t.limitNames): string => {
    const limit = limits[name];
    return limit === null ? t.unlimited : number(limit);
  };
  const rows: [name: string, title: string, value: string][] = [
    ['plan', t.plan, plan ?? t.noPlan],
    ...LIMITS.map((name): [string, string, string] => [name, t.limitNames[name], ofLimit(name)]),
    ...QUOTAS.map((kind): [string, string, string] => {
      const { used, limit } = quotas[kind];
      return [kind, t.quotaNames[kind], t.quota(number(used), number(limit))];
    }),
  ];
  return (
    <Panel title={t.limits} lead={t.limitsLead} testId="limits">
      <Table maw={560} verticalSpacing="xs">
        <Table.Tbody>
          {rows.map(([name, title, value]) => (
            <Table.Tr key={name} data-limit={name}>
              <Table.Th scope="row" fw={400}>
                {title}
              </Table.Th>
              <Table.Td ta="right" fw={700} style={{ whiteSpace: 'nowrap' }}>
                {value}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Panel>
  );
}
