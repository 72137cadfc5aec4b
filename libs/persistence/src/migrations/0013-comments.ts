import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Says in the database what tables and columns are for, and calls the lock of ingest by its name. */
export class Comments1764700000013 implements MigrationInterface {
  name = 'Comments1764700000013';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table ingest_turn rename to ingest_lock');
    await runner.query(commentStatements((text) => `'${text.replaceAll("'", "''")}'`));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(commentStatements(() => 'null'));
    await runner.query('alter table ingest_lock rename to ingest_turn');
  }
}

function commentStatements(literal: (text: string) => string): string {
  const statements = Object.entries(COMMENTS).flatMap(([table, [comment, columns]]) => [
    `comment on table ${table} is ${literal(comment)}`,
    ...Object.entries(columns).map(([column, text]) => `comment on column ${table}.${column} is ${literal(text)}`),
  ]);
  return statements.join(';\n');
}

/** By table: what it is for, and its columns that need words. */
const COMMENTS: Record<string, readonly [string, Readonly<Record<string, string>>]> = {
  account: ['The customer.', { blocked_at: 'Set while none of its keys is admitted.' }],
  api_key: [
    'A key of an account. Of its secret only an HMAC is kept.',
    {
      key_id: 'The public part of the key, by which it is found.',
      secret_hash: 'HMAC-SHA-256 of the whole key with the pepper of the server.',
    },
  ],
  idempotent_request: [
    'First answers of requests with an Idempotency-Key, sealed: an answer may contain a signing key.',
    {
      route: 'Method and path. The same key on another route is another request.',
      body_hash: 'SHA-256 of the body.',
      answer: 'AES-256-GCM, bound to table, column and row.',
    },
  ],
  source: ['Where listings come from: a portal, the feed of an agency.', {}],
  listing: [
    'One row per listing with the values that conditions ask for, as they are now. listing_revision holds ' +
      'all that a listing says.',
    {
      external_id: 'How the source calls it.',
      revision_id: 'Its newest revision.',
      observed_at: 'When the source last saw it.',
      last_event_at: 'When its last market event happened.',
      content_hash: 'Of the state, so that a feed read again changes nothing.',
      url_hash: 'First 8 bytes of the SHA-256 of its address.',
      grouping_score: 'How well it fits its property; null when it stood alone.',
      grouping_reasons: 'The signals that put it into its property.',
      transaction_type: 'Place in TRANSACTION_TYPES.',
      property_type: 'Place in PROPERTY_TYPES.',
      currency: 'ISO 4217.',
      area: 'Square metres, as all areas.',
      lat: 'WGS 84, degrees.',
      lng: 'WGS 84, degrees.',
      division_ids: 'All divisions it lies in, at every level.',
    },
  ],
  listing_revision: [
    'Every state of every listing in full, never changed.',
    {
      revision_id: 'Rises by one per state, from 1.',
      observed_at: 'When the source saw the state.',
      recorded_at: 'When it was ingested.',
      state: 'json, not jsonb: it is written once, read whole, and never searched.',
    },
  ],
  listing_block: ['Blocking keys: listings under the same key are compared by grouping.', {}],
  ingest_lock: [
    'The one row whose lock lets one batch of ingest at a time through.',
    { version: 'Number of batches so far.' },
  ],
  listing_change: [
    'The queue of the matcher, read in order behind the fence of xid. A change names revisions; the view ' +
      'listing_change_states gives them whole.',
    {
      previous_property_id: 'Null when the listing is new; else the property it belonged to at revision_id - 1.',
      sibling_ids: 'The other online listings of the property at that commit.',
      sibling_revisions: 'Their revisions then, in the order of sibling_ids.',
      offline_sibling_ids: 'The offline listings of the property at that commit; null where there are none.',
      xid: 'The transaction that wrote it: it is read once no earlier transaction is open.',
    },
  ],
  market_event: [
    'What analytics count: appearances, changes of price and disappearances of listings. Words are stored ' +
      'as their place in the list of the domain.',
    {
      event_type: 'Place in MARKET_EVENT_TYPES.',
      event_at: 'When the source saw the state that caused it.',
      days_between_events: 'Since the event before of the listing; null for its first.',
      price: 'Without the fees of the agency where the listing says that they are included.',
      price_displayed: 'As the listing says.',
      price_per_sqm: 'Displayed price by area.',
      area: 'Indoor area.',
      area_displayed: 'As the listing says.',
      event_day: 'Days since 2000-01-01, UTC.',
      event_month: 'Months since the year 0, UTC.',
    },
  ],
  property: [
    'What is on offer: listings that were found to be about the same thing belong to one property.',
    {
      min_price: 'Over the online listings, as the rest.',
      revision: 'Rises with every change of the property: the external version of its search document.',
      merged_into: 'Set when the last listing moved away: the property it went to.',
    },
  ],
  favorite_property: ['Properties that accounts keep.', {}],
  grouping_decision: [
    'The audit trail of grouping: who decided what, when and why. Rows are never removed; a withdrawn ' +
      'decision says by whom.',
    {
      property_ids:
        'Of a merge those put together, the survivor first; of a split the one that was cut and the new one.',
      listing_ids: 'Of a merge all listings of the property; of a split those that left.',
    },
  ],
  grouping_tie: [
    'What standing decisions ask of two listings, each pair in both directions.',
    { together: 'True: to be one property. False: never to be.' },
  ],
  regroup_run: [
    'How far a run of gable regroup is, written with what it changed: a killed run goes on from here.',
    {
      pass: 'From 1. A run ends with a pass that finds nothing to do.',
      position: 'The last property that this pass has looked at; null before the first.',
      is_clean: 'Whether this pass found nothing to do so far.',
      report: 'What the run says of itself so far.',
    },
  ],
  regroup_plan: [
    'Where a dry run would put listings. Unlogged: nothing in it has to survive a crash of the server.',
    {},
  ],
  alert: [
    'What a customer wants to be notified of.',
    {
      shard: 'shardOf(id): the virtual shard that matches changes for it.',
      search_mode: 'How it was asked for.',
      classic_filters: 'Of a classic alert, as given.',
      criteria: 'The canonical tree with its geometries, ready for the matcher.',
      criteria_version: 'Rises when the criteria change; events name it.',
      shape_ids: 'Shapes that the criteria use.',
      notification_config: 'Null: none given, the default rules hold.',
      signing_key: 'AES-256-GCM, bound to table, column and row.',
      previous_signing_key_until: 'Until then the previous key signs too.',
      active_since:
        'What was committed when the alert was made or activated: changes of these transactions are not for it.',
      xid: 'The transaction of the last write, removal included: workers read what they have not seen by it.',
      deleted_at: 'The row stays a while for the workers to see, then it is swept with its events.',
    },
  ],
  alert_criteria_history: [
    'The criteria of an alert before they were replaced: an event is explained by the criteria that made it.',
    {},
  ],
  alert_event: [
    'What happened for an alert. What changed stands in listing_revision, under the listing and the revision.',
    {
      id: 'Ids ascend with time: the key is also the order in which events are read.',
      event_type: 'Place in ALERT_EVENT_TYPES.',
      delivery_id: 'The delivery that first carries it; null where no rule or no destination asks for one.',
    },
  ],
  match_worker: [
    'A worker that takes part in matching. It keeps a session advisory lock on its id for as long as it lives.',
    { leased_until: 'For a worker that is stopped but not dead: its shards are free after that.' },
  ],
  alert_shard: [
    'How far each virtual shard has consumed listing_change, and which worker owns it.',
    { position: 'The last change it has consumed.', epoch: 'Rises with every owner. Each commit checks it.' },
  ],
  match_inflight: [
    'Which changes a worker is about to match, written before it does: a change that kills its worker ' +
      'leaves no other trace.',
    {},
  ],
  match_suspect: ['Ranges of changes in which workers were lost.', {}],
  dead_letter: [
    'What was set aside with its reason, so that the rest could go on.',
    { subject: 'The change or the alert. A change keeps all that listing_change says of it.' },
  ],
  event_destination: [
    'Where events go. One row per account and address, so that what is known of a destination holds for ' +
      'all alerts that use it.',
    {
      endpoint_id: 'What it shares with other addresses of the same receiver.',
      switched_off_reason: 'A stable code and a sentence.',
    },
  ],
  event_notification: [
    'One row per attempt of a delivery.',
    {
      event_id: 'The event it carries, the first of several; null for a test.',
      attempt_number: 'From 1.',
      scheduled_at: 'When it is due.',
      response_status: 'HTTP status of a webhook, SMTP reply code of a mail. Null where nothing answered.',
      status: 'SUSPENDED is not stored: readers see it of a PENDING row while the breaker is open.',
      last_error_message: 'A stable code and a sentence; why it waits or how it failed.',
      delivery_id: 'The same for all attempts of one delivery.',
      taken_at: 'When the sender first took it: a gathered mail that was taken is joined by no further event.',
    },
  ],
  delivery_endpoint: [
    'One receiver of one account: what shares a circuit breaker and a queue.',
    {
      key: 'The address in lower case, or host and path of a webhook: the rest often differs per alert.',
      failures: 'The breaker, with the next four: BreakerState of the domain.',
      switched_off_reason: 'A stable code and a sentence.',
      answers_well: 'It took the last thing sent to it.',
      wake_at: 'When its queue is to be looked at next. Null: the queue is empty, until a wake-up.',
      wake_from: 'Nothing in its queue is due earlier.',
      waits_for: 'What its queue waits for though it is due, other than a probe.',
      confirmed_at: 'When its recipient confirmed the address, with the link of a mail.',
    },
  ],
  delivery: [
    'Deliveries that have not ended, each at the attempt that is due next.',
    {
      notification_id: 'The row of the attempt.',
      round_start: 'Attempts before the last resend: the schedule counts from there.',
      owner: 'Who has leased it.',
      is_probe: 'It tries an endpoint whose breaker is open.',
    },
  ],
  delivery_knock: [
    'Wake-ups of endpoints: something was queued. Writers only insert, so that no two of them wait for ' +
      'each other; who serves the endpoint removes.',
    { at: 'When the first of what was queued is due.' },
  ],
  delivery_payload: ['What the first attempt rendered, until the delivery ends: every attempt sends the same.', {}],
  alert_mail: ['When an alert may send its next mail.', { delivery_id: 'The mail that was taken and has not ended.' }],
  mail_subscription: [
    'Who gets mails of which alert.',
    { token_hash: 'Digest of the token in the links of the mails.', address: 'In lower case.' },
  ],
  mail_policy: [
    'What workers and API agree on about mails, one row. Each worker writes it when it starts.',
    { only_row: 'Always true.' },
  ],
  mail_confirmation: [
    'Addresses that were asked to confirm, one row per account and address.',
    {
      asked_at: 'When the newest mail was asked for.',
      mail_id: 'Its Message-ID, the same on every attempt.',
      mails: 'Number of mails so far.',
      again_at: 'Who asks before that gets no further mail.',
      due_at: 'When the newest mail is to be tried next; null: it went out, or was given up.',
    },
  ],
  division: [
    'An administrative area.',
    {
      ancestor_ids: 'Every ancestor, nearest first.',
      lat: 'A place inside, WGS 84, degrees.',
      lng: 'A place inside, WGS 84, degrees.',
      geometry: 'GeoJSON.',
      country_code: 'ISO 3166-1 alpha-2.',
    },
  ],
  division_edition: [
    'The number of writes to divisions, one row: whoever keeps divisions in memory knows whether they are ' +
      'still the same.',
    {},
  ],
  division_property_count: ['How many properties every division shows, counted now and then by upkeep.', {}],
  division_count_state: [
    'Which state of the listings division_property_count was counted from, one row.',
    { ingest_version: 'ingest_lock.version that was counted; -1 before the first count.' },
  ],
  shape: ['An area drawn by a customer.', { geometry: 'GeoJSON.' }],
  index_dirty: [
    'Marks of the properties whose search document may be behind.',
    {
      revision_id: 'The revision of the property to be indexed.',
      leased_until: 'Until then a worker is busy with it.',
    },
  ],
  search_index: [
    'The indices that were made for this store. They stand here and not in the search engine, so that ' +
      'marks are removed and targets read in the same transaction.',
    {
      state: 'BUILDING and LIVE are written; LIVE is searched; RETIRED is dropped a day later.',
      loaded_to: 'How far the first load is: all properties up to this id.',
      drift: 'What the last audit found, by kind.',
    },
  ],
  index_refused: [
    'Properties whose document the search engine refuses: it would refuse it again, until something changes.',
    {},
  ],
  usage_count: [
    'What keys were answered: a row per key, route and period.',
    {
      at: 'When the period begins: a tenth of a second at first, whole hours once the hour is past.',
      results: 'Items answered.',
    },
  ],
  usage_writer: [
    'Processes that count, and how many batches each has written: no batch counts twice. Rows stay.',
    { batches: 'Number of the last batch.' },
  ],
  market_month: [
    'Months of a city that are summed up or are to be.',
    {
      event_month: 'Months since the year 0, as in market_event.',
      version: 'Rises with every write to the events of the month.',
    },
  ],
  market_rollup_month: [
    'Which version of a month was summed up. A month is answered from its rollup only where both versions ' +
      'are the same in the snapshot of the reader.',
    {
      fence:
        'Transactions before it may have written events without seeing that the month is listed: it ' +
        'is summed up once they have ended.',
      version: 'Null until it was summed up for the first time.',
    },
  ],
  market_rollup: [
    'The sums of a month, one row for each combination of the three types; null is a value of its own. ' +
      'Values stand sorted, 8 bytes each, most significant first.',
    {},
  ],
  transaction_origin: [
    'The server whose transaction ids stand in these tables: on another one, after a restore, they mean nothing.',
    { system_identifier: 'Of pg_control_system().' },
  ],
};
