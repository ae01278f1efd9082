// Stores an event for each lead, at most MOST_EVENTS. The feed has them in the order of their numbers.
export const MOST_EVENTS = 100_000;

/** @param run runs a statement with `$1` = the shop's id and `$2` = the number of rows; the leads must be stored */
export async function seedEvents(run) {
  await run(`insert into outbox (shop_id, id, type, data, cause, created_at, relayed_at, number)
    select $1, gen_random_uuid(), 'lead.created',
      jsonb_build_object('id', l.id, 'name', l.first_name || ' ' || l.last_name, 'email', l.email, 'phone', l.phone, 'source', l.source,
        'status', l.status, 'assigned_to', l.assigned_to, 'next_followup_at', to_char(l.next_followup_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'created_at', to_char(l.created_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
      jsonb_build_object('operation', 'leads.create', 'request_id', gen_random_uuid(), 'key_id', null, 'user_id', null,
        'automation_id', null, 'event_id', null),
      l.created_at, now(), row_number() over ()
    from (select * from leads where shop_id = $1 order by created_at, id limit least($2::int, ${MOST_EVENTS})) l`);
}
