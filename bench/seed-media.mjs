// Stores a recording for each call that was answered. There are no files: a link does not look at them.

/** @param run runs a statement with `$1` = the shop's id; the calls must be stored */
export async function seedMedia(run) {
  await run(
    `insert into media_files (shop_id, id, kind, call_id, place, duration_seconds, status, attempts, content_type, bytes, created_at, version)
    select $1, gen_random_uuid(), 'recording', c.id, 0, 80, 'stored', 1, 'audio/mpeg', 640000, c.started_at, 1
    from calls c where c.shop_id = $1 and c.status = 'completed'`,
    null,
  );
}

/** Returns a call with a recording. @param run like that of `seedMedia` */
export async function recordedCall(run) {
  const { rows } = await run('select call_id as id from media_files where shop_id = $1 order by id limit 1', null);
  return rows[0].id;
}
