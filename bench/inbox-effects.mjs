/**
 * Checks that both servers give the same answer to a write and store the same thread, message and events. Each server writes to a
 * thread of its own. Both threads have the same state, and ids, times and numbers are not compared.
 * @param unread the read state before the write, if the shop has such threads
 * @param write takes a server and a thread, and returns the answer
 */
export async function sameEffects(world, unread, write) {
  const threads = await twoAlike(world, unread);
  const effects = [];
  for (const [place, server] of [world.service, world.baseline].entries()) {
    const since = new Date().toISOString();
    const answer = await write(server, threads[place]);
    effects.push(withoutOwn(JSON.stringify([answer, await effectsOn(world, threads[place], since)])));
  }
  const wrong = await wrongCounts(world);
  if (effects[0] !== effects[1]) throw new Error(`a write has different effects\n${effects.join('\n')}`);
  if (wrong.length > 0) throw new Error(`a write has left wrong counts: ${JSON.stringify(wrong)}`);
}

/** Returns two text threads with the same state, with the read state `unread` if there are such threads. */
async function twoAlike(world, unread) {
  const [{ ids, numbers }] = await world.sql(
    `select array_agg(id) as ids, array_agg(contact_number) as numbers from conversations where shop_id = $1 and channel = 'sms'
    group by status, unread, unanswered, pinned, marked_unread, read_at is null, assigned_to is null having count(*) > 1
    order by unread <> $2, count(*) desc limit 1`,
    unread,
  );
  return [0, 1].map((place) => ({ id: ids[place], number: numbers[place] }));
}

async function effectsOn(world, { id }, since) {
  return [
    (await world.sql('select * from conversations where shop_id = $1 and id = $2', id)).map(
      ({ version: _, ...thread }) => thread,
    ),
    await world.sql('select * from messages where shop_id = $1 and conversation_id = $2 and created_at >= $3', id, since),
    await world.sql(
      `select type, data, cause from outbox
      where shop_id = $1 and $2::text in (data ->> 'id', data ->> 'conversation') and created_at >= $3 order by id`,
      id,
      since,
    ),
  ];
}

async function wrongCounts(world) {
  return world.sql(`select bucket, n from (
      select bucket, sum(n) as n from record_counts where shop_id = $1 and list = 'conversations' group by 1
    ) counted full join (
      select concat_ws(':', status, case when unread then 'unread' else 'read' end,
        case when unanswered then 'unanswered' else 'answered' end, channel, coalesce(assigned_to::text, '-')) as bucket, count(*) as found
      from conversations where shop_id = $1 group by 1
    ) present using (bucket) where coalesce(n, 0) <> coalesce(found, 0)`);
}

const OWN = [
  [/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, 'id'],
  [/\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)/g, 'time'],
  [/\+16132\d{6}/g, 'number'],
  [/SM\w{32}/g, 'sid'],
];

function withoutOwn(text) {
  return OWN.reduce((rest, [pattern, name]) => rest.replaceAll(pattern, name), text);
}
