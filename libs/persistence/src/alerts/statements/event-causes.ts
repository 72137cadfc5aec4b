/** What events are about. $1 alerts, $2 ids of events */
export const SELECT_EVENT_CAUSES = `
  select event.id, event.listing_id as "listingId", event.revision_id as "revisionId", event.event_type as code
  from unnest($1::uuid[], $2::uuid[]) as asked(alert_id, id)
  join alert_event event on event.alert_id = asked.alert_id and event.id = asked.id`;
