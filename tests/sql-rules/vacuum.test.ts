import { sharedTestService } from '../support/service.js';

it('the tables that grow with every day are vacuumed after 2 % of dead rows', async () => {
  const service = await sharedTestService();
  const rows = await service.sql<{ name: string }>(
    `select relname as name from pg_class where reloptions @> array['autovacuum_vacuum_scale_factor=0.02',
      'autovacuum_analyze_scale_factor=0.02', 'autovacuum_vacuum_insert_scale_factor=0.02'] order by relname`,
  );
  const grow = ['conversations', 'customers', 'leads', 'messages', 'outbox', 'webhook_deliveries', 'jobs', 'calls'];
  expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(grow));
  await service.stop();
});
