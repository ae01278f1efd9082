import type { RequestHandler } from 'express';
import { Conflict } from '../../../../domain/shared/errors.js';
import { extension } from '../../../../infrastructure/extensions/extension.js';
import { startTestService, type TestService, type TestShop } from '../../../support/service.js';

const seen: string[] = [];
const note: RequestHandler = ({ method, path, ip }, response, next) => {
  seen.push(`${method} ${path} from ${ip}`);
  response.setHeader('x-served-by', 'this test');
  next();
};
const answer: RequestHandler = ({ path }, response, next) => {
  if (path === '/hello') response.status(418).json({ hello: 'world' });
  else if (path === '/teapot') response.status(418).send('short and stout');
  else next();
};
const refuseSome: RequestHandler = ({ headers }, _response, next) => {
  if (headers['x-fault']) throw new Error('the middleware has a fault');
  next(headers['x-refuse'] && new Conflict('the shop moves house'));
};

let service: TestService;
let shop: TestShop;

beforeAll(async () => {
  const middleware = [note, answer, refuseSome];
  service = await startTestService({ extensions: [extension({ name: 'doors', about: 'Middleware of this test.', middleware })] });
  shop = await service.shop();
});
afterAll(() => service.stop());

it.each([
  ['GET', '/api/v1/me', 200],
  ['PATCH', '/api/v1/leads/x', 400],
  ['OPTIONS', '/api/v1/leads', 204],
  ['DELETE', '/api/v1/leads', 405],
  ['GET', '/nowhere', 404],
  ['GET', '/healthz', 200],
  ['GET', '/docs/', 200],
])('middleware of an extension runs for each request, in its order: %s %s', async (method, path, status) => {
  seen.length = 0;
  const { status: answered, headers } = await shop.full.send(method, path, {});
  expect([answered, headers.get('x-served-by'), seen]).toEqual([status, 'this test', [`${method} ${path} from 127.0.0.1`]]);
});

it('middleware of an extension may answer itself, as in any Express app, and the log has the answer', async () => {
  const response = await fetch(`${service.url}/hello`, { headers: { 'x-request-id': 'by-hand' } });
  expect([response.status, await response.json()]).toEqual([418, { hello: 'world' }]);
  expect(response.headers.get('x-request-id')).toBe('by-hand');
  const detail = expect.objectContaining({ requestId: 'by-hand', status: 418, operation: 'none' });
  expect(service.log.lines.at(-1)).toMatchObject({ message: 'request', detail });
});

it('middleware of an extension may send text, which has the type that Express gives it', async () => {
  const response = await fetch(`${service.url}/teapot`);
  expect([response.headers.get('content-type'), await response.text()]).toEqual(['text/html; charset=utf-8', 'short and stout']);
});

it('middleware of an extension refuses by a documented error, in the envelope, and its fault is logged', async () => {
  const ask = async (header: string): Promise<unknown[]> => {
    const response = await fetch(`${service.url}/healthz`, { headers: { [header]: '1' } });
    return [response.status, ((await response.json()) as { error: unknown }).error];
  };
  expect(await ask('x-refuse')).toEqual([409, { code: 'conflict', message: 'the shop moves house' }]);
  expect(await ask('x-fault')).toEqual([500, expect.objectContaining({ code: 'internal_error' })]);
  const error = expect.objectContaining({ message: 'the middleware has a fault' });
  expect(service.log.lines).toContainEqual({
    level: 'error',
    message: 'unexpected error',
    detail: expect.objectContaining({ error }),
  });
});
