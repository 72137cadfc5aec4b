/** $1 account, $2 channel, $3 address */
export const FIND_DESTINATION = `
  select id, endpoint_id as "endpointId" from event_destination
  where account_id = $1 and channel = $2 and address = $3`;

/** $1 account, $2 channel, $3 the key of its addresses, $4 the origin, which stands there; null for a mail */
export const INSERT_ENDPOINT = `
  insert into delivery_endpoint (account_id, channel, key, origin_id)
  values ($1, $2, $3, (select id from delivery_origin where account_id = $1 and md5(origin) = md5($4)))
  on conflict do nothing`;

/**
 * A destination of an endpoint that stands there. One that another request has written meanwhile is still to be
 * answered: an update of nothing gives its id. $1 id, $2 account, $3 channel, $4 address, $5 the endpoint's key, $6 now
 */
export const INSERT_DESTINATION = `
  insert into event_destination (id, account_id, channel, address, created_at, endpoint_id,
    switched_off_at, switched_off_reason)
  select $1, account_id, channel, $4, $6, id, switched_off_at, switched_off_reason
  from delivery_endpoint where account_id = $2 and channel = $3 and md5(key) = md5($5)
  on conflict (account_id, channel, address) do update set address = excluded.address
  returning id, endpoint_id as "endpointId"`;

/** Mails of an alert are wanted again. $1 the alert */
export const SUBSCRIBE_AGAIN = `
  update mail_subscription set unsubscribed_at = null where alert_id = $1 and unsubscribed_at is not null`;
