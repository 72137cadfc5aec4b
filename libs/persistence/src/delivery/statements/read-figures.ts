/** The state of the queue. $1 now */
export const READ_FIGURES = `
  select (select count(*) from delivery) as waiting,
    (select min(due_at) from delivery join delivery_endpoint endpoint on endpoint.id = delivery.endpoint_id
     where delivery.owner is null and due_at <= $1 and endpoint.opened_at is null
       and endpoint.waits_for is distinct from 'CONFIRMATION') as oldest,
    (select count(*) from delivery_endpoint where opened_at is not null and switched_off_at is null) as "openBreakers",
    (select count(*) from delivery_endpoint where switched_off_at is not null) as "switchedOff",
    (select count(*) from delivery_endpoint where waits_for = 'CONFIRMATION') as unconfirmed`;
