import { createLead } from '../../../../application/areas/leads/create-lead.js';
import { before, type Guard } from '../../../../application/kernel/operation/guard.js';
import { extension } from '../../../../infrastructure/extensions/extension.js';
import { startTestService } from '../../../support/service.js';

class Hang implements Guard<object> {
  check(): Promise<void> {
    return new Promise(() => undefined);
  }
}

test('a guard that does not answer is refused with 503, and the use case does not run', async () => {
  const guards = [before(createLead, Hang, [], [])];
  const service = await startTestService({ extensions: [extension({ name: 'hanging', about: 'A test.', guards })] });
  const shop = await service.shop();
  const { status, body } = await shop.full.post('/leads', { name: 'Dana Whitfield' });
  expect([status, body.error]).toEqual([
    503,
    { code: 'unavailable', message: 'the rules before this operation took too long; nothing changed, try again shortly' },
  ]);
  expect((await shop.read.get('/leads')).body.data).toEqual([]);
  await service.stop();
});
