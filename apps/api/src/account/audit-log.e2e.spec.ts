import { AccountStore } from '@gable/persistence/accounts';
import { AuditStore } from '@gable/persistence/operation';
import { ApiUnderTest } from '../testing/api-under-test.js';

let api: ApiUnderTest;

beforeAll(async () => {
  api = await ApiUnderTest.start();
}, 60_000);
afterAll(() => api.stop());

const ALERT = { name: 'A secret wish', criteria: {}, destinationWebhookUrl: 'https://receiver.example/secret' };

it('tells an account what its keys changed of alerts, newest first, by ids and never with what they said', async () => {
  const key = await api.makeKey({ account: 'Audited' });
  const other = await api.makeKey({ account: 'Another' });
  const { body: account } = await api.ask('GET', '/account', { key });
  const actor = `key ${(account as { apiKeys: { apiKeyUuid: string }[] }).apiKeys[0]!.apiKeyUuid}`;
  const { body: alert } = await api.ask('POST', '/alerts', { key, body: ALERT });
  const { id } = alert as { id: string };
  await api.ask('PUT', `/alerts/${id}`, { key, body: { name: 'Another secret', active: false } });
  await api.ask('PUT', `/alerts/${id}`, { key, body: { active: false } }); // changes nothing
  await api.ask('PUT', `/alerts/${id}`, { key: other, body: { active: true } }); // is not theirs
  await api.ask('DELETE', `/alerts/${id}`, { key });
  await api.ask('DELETE', `/alerts/${id}`, { key }); // is gone
  const { status, headers, body } = await api.ask('GET', '/account/audit-log', { key });
  const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string;
  const entry = { at, actor, outcome: {} };
  expect(status).toBe(200);
  expect(body).toEqual([
    { ...entry, action: 'alerts delete', subject: { alertId: id } },
    { ...entry, action: 'alerts change', subject: { alertId: id, changed: ['name', 'active'] } },
    { ...entry, action: 'alerts create', subject: { alertId: id } },
  ]);
  expect(headers.get('x-total-count')).toBe('3');
  expect(JSON.stringify(body)).not.toMatch(/secret|receiver/);
  expect((await api.ask('GET', '/account/audit-log', { key: other })).body).toEqual([]);
});

it('tells what the operator did to the account, not who that is, and nothing of what concerns others', async () => {
  const key = await api.makeKey({ account: 'Blocked once' });
  const account = await new AccountStore(api.database).find('Blocked once');
  const audit = new AuditStore(api.database);
  await audit.finish(await audit.begin('ada', 'accounts block', {}, account!.id), { status: 'BLOCKED' });
  await audit.begin('ada', 'sources purge', { source: 'portal.example' });
  expect((await api.ask('GET', '/account/audit-log', { key })).body).toEqual([
    expect.objectContaining({ actor: 'operator', action: 'accounts block', outcome: { status: 'BLOCKED' } }),
  ]);
});

it('lists the newest 10,000 entries, says that there are more, and answers nothing behind them', async () => {
  const key = await api.makeKey({ account: 'Busy for years' });
  const account = await new AccountStore(api.database).find('Busy for years');
  await api.database.query(
    `insert into audit_entry (at, actor, action, subject, outcome, account_id)
     select now(), 'ada', 'accounts set', jsonb_build_object('n', n), '{}', $1 from generate_series(1, 10100) n`,
    [account!.id],
  );
  const page = (n: number) => api.ask('GET', `/account/audit-log?page=${n}`, { key });
  const last = await page(334);
  expect((last.body as { subject: { n: number } }[]).map(({ subject: { n } }) => n)).toEqual([
    110, 109, 108, 107, 106, 105, 104, 103, 102, 101,
  ]);
  expect([last.headers.get('x-total-count'), last.headers.get('x-total-count-capped')]).toEqual(['10000', 'true']);
  for (const n of [335, 336, 9_999]) expect((await page(n)).body).toEqual([]);
});
