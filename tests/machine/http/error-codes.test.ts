import { Uuid } from '../../../application/kernel/fields/fields.js';
import { get, operation, type UseCase } from '../../../application/kernel/operation/operation.js';
import { one } from '../../../application/kernel/operation/output.js';
import {
  ERROR_CODES,
  NotImplemented,
  RateLimited,
  ShopError,
  Unauthorized,
  Unavailable,
  type ErrorCode,
} from '../../../domain/shared/errors.js';
import type { Answer } from '../../support/api.js';
import { aCustomer, aLead } from '../../support/builders/records.js';
import { fillShop } from '../../support/records.js';
import { operations } from '../../support/registry.js';
import { startTestService, type TestService, type TestShop } from '../../support/service.js';

/** The status of each code, from the table of the specification and from the decisions. */
const STATUS: Readonly<Record<ErrorCode, number>> = {
  invalid_request: 400,
  unauthorized: 401,
  plan_lapsed: 402,
  org_suspended: 403,
  insufficient_scope: 403,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
  precondition_failed: 412,
  payload_too_large: 413,
  range_not_satisfiable: 416,
  validation_error: 422,
  rate_limited: 429,
  headers_too_large: 431,
  internal_error: 500,
  not_implemented: 501,
  unavailable: 503,
};

class Refusal extends ShopError {
  constructor(readonly code: ErrorCode) {
    super(`refused by ${code}`);
  }
}

/** Asks for bytes that an attachment does not have. */
async function askBeyondTheEnd(of: TestShop): Promise<Answer> {
  const { message } = await fillShop(service, of);
  return of.read.get(`/messages/${message}/media/0`, { range: 'bytes=1000-' });
}

/** Returns the error for a code. An error whose answer also has headers has a class of its own. */
function refusal(code: ErrorCode): ShopError {
  if (code === 'rate_limited') return new RateLimited(`refused by ${code}`, 7);
  if (code === 'unauthorized') return new Unauthorized(`refused by ${code}`);
  return code === 'unavailable' ? new Unavailable() : new Refusal(code);
}

class Nothing {
  @Uuid() id!: string;
  static of(): Nothing {
    return new Nothing();
  }
}

/** An operation that always fails with the given error. Its name and its path come from `name`. */
function failing(name: string, error: () => Error, errors: readonly ErrorCode[] = []): ReturnType<typeof operation> {
  class Fail implements UseCase<object, never> {
    execute(): Promise<never> {
      return Promise.reject(error());
    }
  }
  class NoInput {}
  const declaration = {
    name: `fail.${name}`,
    summary: name,
    description: name,
    scope: 'read',
    input: NoInput,
    output: one(Nothing),
  } as const;
  return operation(Fail, { ...declaration, route: get(`/fail/${name}`), needs: [], errors });
}

let service: TestService;
let shop: TestShop;

beforeAll(async () => {
  const faults = [
    ...ERROR_CODES.map((code) => failing(code, () => refusal(code), [code])),
    failing('fault', () => new TypeError('secret of the house')),
    failing('down', () => new Unavailable()),
    failing('later', () => new NotImplemented('not yet'), ['not_implemented']),
  ];
  service = await startTestService({ operations: [...operations, ...faults], limits: { requests: 0, writeBudget: 1 } });
  shop = await service.shop();
});
afterAll(() => service.stop());

it.each(ERROR_CODES)('%s has one status, whichever component raises it', async (code) => {
  const { status, body } = await shop.read.get(`/fail/${code}`);
  expect([status, body]).toEqual([STATUS[code], { error: { code, message: refusal(code).message } }]);
});

describe('a call that ends with an error code', () => {
  const CALLS: readonly [ErrorCode, (of: TestShop) => Promise<Answer>][] = [
    ['invalid_request', ({ full }) => full.post('/leads', '{"name":')],
    ['invalid_request', ({ full }) => full.post('/leads', '')],
    ['unauthorized', () => service.as(null).get('/leads')],
    ['unauthorized', () => service.as('sk_shop_x_y_z').get('/leads')],
    ['insufficient_scope', ({ read }) => read.post('/leads', { name: 'Dana' })],
    ['forbidden', async ({ id }) => (await service.key(id, { grants: { 'inbox.access': 'view' } })).post('/tasks/list')],
    ['not_found', ({ read }) => read.get('/leads/x')],
    ['not_found', ({ read }) => read.get('/nothing')],
    ['method_not_allowed', ({ full }) => full.send('DELETE', '/api/v1/leads', {})],
    [
      'precondition_failed',
      async ({ full }) => full.patch(`/leads/${(await aLead(full)).id}`, { status: 'won' }, { 'if-match': '"x"' }),
    ],
    ['payload_too_large', ({ full }) => full.post('/leads', { name: 'x'.repeat(256 * 1024) })],
    ['range_not_satisfiable', askBeyondTheEnd],
    ['validation_error', ({ full }) => full.post('/leads', {})],
    ['validation_error', ({ full }) => full.post('/leads', '[]')],
    ['conflict', async ({ full }) => full.post('/customers', { name: 'Dana', email: (await aCustomer(full)).email })],
    ['internal_error', async ({ full }) => full.post(`/tasks/${(await full.post('/tasks', { title: 'T' })).body.data.id}`, {})],
    ['internal_error', ({ read }) => read.get('/fail/fault')],
    ['not_implemented', ({ read }) => read.get('/fail/later')],
    ['unavailable', ({ read }) => read.get('/fail/down')],
    [
      'rate_limited',
      async ({ full }) => {
        await full.post('/tasks/create', { title: 'T' });
        return full.post('/tasks/create', { title: 'T' });
      },
    ],
    [
      'plan_lapsed',
      async ({ id, read }) => {
        await service.sql('update shops set plan_lapsed = true where id = $1', [id]);
        return read.get('/leads');
      },
    ],
    [
      'org_suspended',
      async ({ id, read }) => {
        await service.sql('update shops set suspended = true, plan_lapsed = true where id = $1', [id]);
        return read.get('/leads');
      },
    ],
  ];

  it.each(CALLS)('answers its status, code and message: %s', async (code, call) => {
    const { status, body } = await call(await service.shop());
    expect([status, body]).toEqual([STATUS[code], { error: { code, message: expect.stringMatching(/./) } }]);
  });

  it('is tested for every code that needs no broken connection', () => {
    const socketsOnly: readonly ErrorCode[] = ['request_timeout', 'headers_too_large'];
    expect(new Set([...CALLS.map(([code]) => code), ...socketsOnly])).toEqual(new Set(ERROR_CODES));
  });
});

it('an unexpected error shows its message only in the log', async () => {
  const { text, headers } = await shop.read.get('/fail/fault');
  expect(text).not.toContain('secret of the house');
  const requestId = headers.get('x-request-id');
  expect(service.log.lines).toContainEqual({
    level: 'error',
    message: 'unexpected error',
    detail: { requestId, error: expect.objectContaining({ message: 'secret of the house' }) },
  });
});

it('an answer of 503 has a Retry-After header', async () => {
  expect((await shop.read.get('/fail/down')).headers.get('retry-after')).toMatch(/^\d+$/);
});
