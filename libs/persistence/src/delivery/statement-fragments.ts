// Parts that several statements share.

/** The state of an endpoint, of a table called endpoint. */
export const ENDPOINT_COLUMNS = `
  endpoint.id, endpoint.channel, endpoint.failures, endpoint.failing_since, endpoint.opened_at, endpoint.failed_probes,
  endpoint.probe_at, endpoint.switched_off_at, endpoint.switched_off_reason, endpoint.answers_well`;

/** Of a table called endpoint: its recipient has to say first that it wants mails. */
export const IS_UNCONFIRMED = `
  endpoint.channel = 'EMAIL' and endpoint.confirmed_at is null and (select confirmation_required from mail_policy)`;

/** Why what is due to an endpoint waits, as JSON (`WaitingRow`), of a table called endpoint. */
export const WAITING = `
  json_build_object(
    'failures', endpoint.failures, 'openedAt', endpoint.opened_at, 'probeAt', endpoint.probe_at,
    'switchedOffReason', endpoint.switched_off_reason,
    'waitsFor',
      case when endpoint.waits_for = 'MAIL_SERVER' then 'MAIL_SERVER' when ${IS_UNCONFIRMED} then 'CONFIRMATION' end,
    'confirmation', (
      select json_build_object('firstAskedAt', first_asked_at, 'askedAt', asked_at, 'sentAt', sent_at,
        'isDue', due_at is not null, 'againAt', again_at)
      from mail_confirmation where endpoint_id = endpoint.id))`;

/**
 * A worker that is stopped (SIGSTOP) in the middle of its transaction keeps endpoints locked: the server ends its
 * session before the leases of the others, which wait to write down results, run out.
 */
export const SHORT_PATIENCE = `set local idle_in_transaction_session_timeout = '5s'`;
