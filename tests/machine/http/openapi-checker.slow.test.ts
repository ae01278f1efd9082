import type { Operation } from '../../../application/kernel/operation/operation.js';
import { OpenApiChecker } from '../../support/openapi-checker.js';
import { operations, registry } from '../../support/registry.js';
import { startTestService, type TestService, type TestShop } from '../../support/service.js';

/** Returns the operations with a change to one of them, so that its answers differ from the document. */
function registryWith(name: string, change: (operation: Operation) => Partial<Operation>): Operation[] {
  return operations.map((operation) => (operation.name === name ? { ...operation, ...change(operation) } : operation));
}

function answering(data: unknown) {
  return ({ output }: Operation): Partial<Operation> => ({ output: { ...output, render: () => ({ data, meta: null }) } });
}

const SHOP = {
  id: '0199a3c4-5b60-7c1e-8f3a-2d9b6e4c7a10',
  name: 'Northside Auto Care',
  timezone: 'America/Toronto',
  country: 'CA',
  currency: 'CAD',
};

describe('an answer that the document does not describe', () => {
  let service: TestService | undefined;

  async function shopWith(served: readonly Operation[]): Promise<TestShop> {
    service = await startTestService({ operations: served });
    return service.shop();
  }

  afterEach(async () => {
    await service?.stop();
    service = undefined;
  });

  it('fails the test that received it if a field is too much', async () => {
    const shop = { ...SHOP, secret: 1 };
    const { full } = await shopWith(registryWith('account.read', answering({ shop, key: { scope: 'full', expires_at: null } })));
    await expect(full.get('/me')).rejects.toThrow(
      'GET /api/v1/me answered 200: data/data/shop must NOT have additional properties',
    );
  });

  it('fails the test that received it if a value has another form', async () => {
    const shop = { ...SHOP, id: 'shop-1' };
    const { full } = await shopWith(
      registryWith('account.read', answering({ shop, key: { scope: 'all', expires_at: 'never' } })),
    );
    await expect(full.get('/me')).rejects.toThrow(
      /must match format "uuid".*must be equal to one of.*must match format "date-time"/,
    );
  });

  it('fails the test that received it if its code is not declared', async () => {
    const { full } = await shopWith(registryWith('leads.get', () => ({ errors: [] })));
    await expect(full.get('/leads/0199a3c4-5b60-7c1e-8f3a-2d9b6e4c7a10')).rejects.toThrow(
      'answered 404, which the document does not know',
    );
  });

  it('fails the test that received it if a header is missing', () => {
    const checker = new OpenApiChecker(registry);
    const headers = new Headers({ 'content-type': 'application/json; charset=utf-8', 'x-request-id': 'a' });
    const body = { error: { code: 'rate_limited', message: 'wait' } };
    expect(() => {
      checker.checkAnswer('GET', '/api/v1/me', 429, headers, body);
    }).toThrow('GET /api/v1/me answered 429 without the header Retry-After');
  });

  it('fails the test that received it if a tool’s result does not match its outputSchema', async () => {
    const { full } = await shopWith(registryWith('tasks.assignees', answering({ items: [{ staff_id: null }] })));
    await expect(full.tool('tasks.assignees')).rejects.toThrow(/^tool tasks.assignees: .*staff_id must be string/);
  });

  it('is allowed for an unknown path or method', async () => {
    const { full } = await shopWith(operations);
    expect((await full.get('/nothing')).status).toBe(404);
    expect((await full.send('DELETE', '/api/v1/me', {})).status).toBe(405);
    expect((await full.send('HEAD', '/api/v1/me', {})).status).toBe(200);
    expect((await full.send('OPTIONS', '/api/v1/me', {})).status).toBe(204);
  });
});
