import { Load, OVERLOADED } from '../../../../adapters/load/load.js';
import type { Answer, Api } from '../../../support/api.js';
import { eventually } from '../../../support/eventually.js';
import { probeOperation, Gate } from '../../../support/probe-operation.js';
import { Wire } from '../../../support/raw-http.js';
import { operations } from '../../../support/registry.js';
import { startTestService, type TestService } from '../../../support/service.js';

const MOST = 4;
const { probe, operation: probing } = probeOperation();
let service: TestService;
let api: Api;
let gate: Gate;

beforeAll(async () => {
  service = await startTestService({ operations: [...operations, probing], mostInFlight: MOST });
  ({ full: api } = await service.shop());
});
afterAll(() => service.stop());

beforeEach(async () => {
  await api.get('/me'); // after this call the service remembers the key
  gate = new Gate();
  probe.before = gate.step;
});

const write = (): Promise<Answer> => api.post('/probes', { name: 'Dana' });
const refusal = {
  error: {
    code: 'unavailable',
    message: 'too many requests are in progress to answer this one in time; nothing changed, try again shortly',
  },
};

describe('a service with its maximum of requests in flight', () => {
  let held: Promise<Answer>[];
  beforeEach(async () => {
    held = Array.from({ length: MOST }, write);
    await gate.reached(MOST);
  });
  afterEach(async () => {
    gate.letGo();
    expect((await Promise.all(held)).map(({ status }) => status)).toEqual(Array.from({ length: MOST }, () => 201));
  });

  it('refuses one more request at once, on every surface', async () => {
    for (const refused of [await api.get('/leads'), await write()]) {
      expect([refused.status, refused.headers.get('retry-after'), refused.body]).toEqual([503, '1', refusal]);
    }
    const rpc = await api.rpc({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    expect([rpc.status, rpc.headers.get('retry-after'), rpc.body.error.data]).toEqual([503, '1', { code: 'unavailable' }]);
  });

  it('refuses it before it looks at the key', async () => {
    expect((await service.as(null).get('/me')).status).toBe(503);
  });

  it('still answers that it is alive and ready, and serves its document', async () => {
    for (const path of ['/healthz', '/readyz', '/api/v1/openapi.json', '/docs/']) {
      expect([path, (await fetch(service.url + path)).status]).toEqual([path, 200]);
    }
    expect((await api.get('/nowhere')).status).toBe(404);
  });

  it('logs one line for each refusal, without a stack', async () => {
    const refused = { requestId: 'one-too-many', operation: 'leads.search', status: 503, code: 'unavailable', shop: null };
    const before = service.log.lines.length;
    await api.get('/leads', { 'x-request-id': 'one-too-many' });
    expect(service.log.lines.slice(before)).toEqual([
      {
        level: 'error',
        message: 'request failed',
        detail: expect.objectContaining(refused),
      },
    ]);
    expect(JSON.stringify(service.log.lines.slice(before))).not.toContain('stack');
  });

  it('accepts the next request when one is answered', async () => {
    gate.letGo();
    await Promise.all(held);
    expect((await api.get('/leads')).status).toBe(200);
  });
});

it('the overload limit counts each of the requests that arrive at once on one connection', async () => {
  const wire = await Wire.open(service.url);
  const body = '{"name":"Dana"}';
  const request = `POST /api/v1/probes HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${api.token}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  wire.write(request.repeat(MOST + 3));
  await gate.reached(MOST);
  const refused = (): number =>
    service.log.lines.filter(({ detail }) => (detail as { operation?: string }).operation === 'leads.probe').length;
  // These requests are refused before the others are answered.
  expect(await eventually(refused, (count) => count >= 3)).toBeGreaterThanOrEqual(3);
  gate.letGo();
  const text = await wire.until(
    (received) => (received.match(/HTTP\/1\.1/g) ?? []).length === MOST + 3 && received.endsWith('}'),
  );
  wire.close();
  expect(text.match(/HTTP\/1\.1 201/g)).toHaveLength(MOST);
  expect(text.match(/HTTP\/1\.1 503/g)).toHaveLength(3);
});

it('the overload limit does not count requests whose bodies are still arriving', async () => {
  gate.letGo();
  const head = `POST /api/v1/probes HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${api.token}\r\nContent-Length: 15\r\nExpect: 100-continue\r\n\r\n`;
  const wires = await Promise.all(Array.from({ length: MOST + 1 }, () => Wire.open(service.url)));
  for (const wire of wires) {
    wire.write(head);
    await wire.until((text) => text.includes('100 Continue'));
  }
  expect((await api.get('/leads')).status).toBe(200);
  for (const wire of wires) {
    wire.write('{"name":"Dana"}');
    await wire.until((text) => text.includes('HTTP/1.1 201'));
    wire.close();
  }
});

/** Lets one turn of the event loop take this long. */
async function longTurn(ms: number): Promise<void> {
  const began = performance.now();
  while (performance.now() < began + ms);
  await new Promise(setImmediate);
}

it('requests begin at once while few are in flight; while many are, one begins in each turn of the event loop, in order', async () => {
  const load = new Load(0);
  const order: string[] = [];
  const begin = (name: string): void => {
    load.enter(false);
    load.begin(() => order.push(name));
  };
  for (let few = 0; few < 31; few += 1) load.enter(false);
  begin('first');
  expect(order).toEqual(['first']);
  for (const name of ['second', 'third']) begin(name);
  expect(order).toEqual(['first']);
  load.leave();
  load.leave();
  begin('fourth'); // few are in flight again, but others came earlier
  expect(order).toEqual(['first']);
  await new Promise(setImmediate);
  expect(order).toEqual(['first', 'second']);
  await new Promise(setImmediate);
  await new Promise(setImmediate);
  expect(order).toEqual(['first', 'second', 'third', 'fourth']);
});

it('fewer requests are in flight while the event loop has no rest, and the most when it rests', async () => {
  const load = new Load(200);
  let inFlight = 0;
  const enterMost = (): number => {
    try {
      for (; ; inFlight += 1) load.enter(false);
    } catch (error) {
      expect(error).toBe(OVERLOADED);
    }
    return inFlight;
  };
  await longTurn(150);
  expect(enterMost()).toBe(64);
  load.enter(true); // one that is never refused
  inFlight += 1;
  expect(enterMost()).toBe(65);
  expect(await eventually(enterMost, (most) => most === 200)).toBe(200);
});
