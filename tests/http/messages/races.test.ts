import { Inbox } from '../../support/inbox.js';
import { startTestService, type TestService } from '../../support/service.js';

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ poolSize: 3 });
});
afterAll(() => service.stop());

it('many texts of new numbers at once are all stored with few connections to the database', async () => {
  const inbox = await Inbox.open(service);
  for (let round = 0; round < 5; round += 1) {
    const numbers = Array.from({ length: 5 }, (_, n) => `+1613555${4000 + round * 10 + n}`);
    const bodies = ['Hello', 'Is it ready?', 'HELP', 'STOP', 'Thanks', 'Bye'];
    await Promise.all(bodies.flatMap((body) => numbers.map((from) => inbox.writes(body, { from }))));
  }
  expect(await inbox.threads('limit=100')).toHaveLength(25);
});
