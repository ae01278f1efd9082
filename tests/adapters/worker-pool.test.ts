import { createWorkerPool } from '../../adapters/queue/worker-pool.js';

test('a worker pool that has ended takes the release of a connection that it did not give', async () => {
  const pool = createWorkerPool({ url: 'postgres://127.0.0.1:1/none', ssl: false });
  await pool.end();
  let given: unknown = null;
  pool.connect((error, client, release) => {
    release();
    given = { message: error?.message, client };
  });
  expect(given).toEqual({ message: 'Cannot use a pool after calling end on the pool', client: undefined });
});
