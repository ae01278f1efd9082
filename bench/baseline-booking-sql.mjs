// The SQL of the baseline's free times, see baseline-sql.mjs.
export const BOOKED_SHOP = `select s.opening_hours as "openingHours", s.closures, s.bays,
    json_build_object('leadMinutes', s.booking_lead_minutes, 'stepMinutes', s.booking_step_minutes,
      'bufferMinutes', s.booking_buffer_minutes, 'horizonDays', s.booking_horizon_days) as rules,
    m.duration_minutes as minutes, coalesce(m.cure_time_hours, 0) * 60 as "cureMinutes",
    (select json_agg(json_build_object('id', t.id, 'hours', t.hours) order by t.name, t.id desc) from staff t
      where t.shop_id = $1 and t.active) as staff
  from shop_settings s join services m on m.shop_id = s.shop_id and m.id = $2 where s.shop_id = $1`;
export const BOOKED_JOBS = `select t.scheduled_start as "scheduledStart", t.scheduled_end as "scheduledEnd", t.bay,
    t.assignee_id as "assigneeId" from jobs t
  where t.shop_id = $1 and t.stage in ('lead', 'scheduled', 'in_progress', 'curing', 'qa', 'ready')
    and t.scheduled_start >= $2 and t.scheduled_start < $3
    and case when t.scheduled_end > t.scheduled_start then t.scheduled_end else t.scheduled_start + interval '1 hour' end > $4
  order by t.scheduled_start, t.id`;
