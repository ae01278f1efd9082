import { refusalOf } from '../../../adapters/postgres/database-errors.js';
import { Database } from '../../../adapters/storage/database.js';
import { statement } from '../../../adapters/storage/statement.js';
import { Unavailable } from '../../../domain/shared/errors.js';
import { sharedTestService, type TestService } from '../../support/service.js';

let service: TestService;

beforeAll(async () => {
  service = await sharedTestService();
});
afterAll(() => service.stop());

it('a statement with a value too many is a mistake of ours, and no outage of the database', async () => {
  const wrong = statement('tests.wrong', 'select $1::int as one');
  const failed = service.container.get(Database).read(wrong, [1, 2]);
  await expect(failed).rejects.toMatchObject({ code: '08P01', message: expect.stringMatching(/^bind message supplies 2/) });
  await expect(failed).rejects.not.toBeInstanceOf(Unavailable);
});

it.each(['server conn crashed?', 'query_wait_timeout', 'pgbouncer cannot connect to server'])(
  'the same code with the words of a pooler is an outage: %s',
  (message) => {
    expect(refusalOf(Object.assign(new Error(message), { code: '08P01' }))).toBeInstanceOf(Unavailable);
  },
);
