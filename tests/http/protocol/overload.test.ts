import { OVERLOADED } from '../../../adapters/http/http-errors.js';
import { WorkQueue } from '../../../adapters/http/work-queue.js';
import { Workload } from '../../../adapters/http/workload.js';
import { operations } from '../../support/registry.js';
import type { Answer, Api } from '../../support/api.js';
import { probeOperation, Gate } from '../../support/probe-operation.js';
import { Wire } from '../../support/raw-http.js';
import { startTestService, type TestService } from '../../support/service.js';

const MOST = 4;
const SHOP = 'a shop';
const { probe, operation: probing } = probeOperation();
let service: TestService;
let api: Api;
let shop: string;
let gate: Gate;

beforeAll(async () => {
  service = await startTestService({ operations: [...operations, probing], mostInFlight: MOST });
  ({ full: api, id: shop } = await service.shop());
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

  it('refuses one more request of the shop at once, on every surface', async () => {
    for (const refused of [await api.get('/leads'), await write()]) {
      expect([refused.status, refused.headers.get('retry-after'), refused.body]).toEqual([503, '1', refusal]);
    }
    const rpc = await api.rpc({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    expect([rpc.status, rpc.headers.get('retry-after'), rpc.body.error.data]).toEqual([503, '1', { code: 'unavailable' }]);
  });

  it('still tells a client without a key that it needs one', async () => {
    expect((await service.as(null).get('/me')).status).toBe(401);
  });

  it('still answers that it is alive and ready, and serves its document', async () => {
    for (const path of ['/healthz', '/readyz', '/api/v1/openapi.json', '/docs/']) {
      expect([path, (await fetch(service.url + path)).status]).toEqual([path, 200]);
    }
    expect((await api.get('/nowhere')).status).toBe(404);
  });

  it('logs one line for each refusal, with the shop and without a stack', async () => {
    const refused = { requestId: 'one-too-many', operation: 'leads.list', status: 503, code: 'unavailable', shop };
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
  const before = refused();
  gate.letGo();
  const text = await wire.until(
    (received) => (received.match(/HTTP\/1\.1/g) ?? []).length === MOST + 3 && received.endsWith('}'),
  );
  wire.close();
  expect(text.match(/HTTP\/1\.1 201/g)).toHaveLength(MOST);
  expect(text.match(/HTTP\/1\.1 503/g)).toHaveLength(3);
  expect(before).toBeGreaterThanOrEqual(3); // these requests were refused before the others were answered
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

it('the work queue makes work wait only while turns of the event loop are long', async () => {
  const line = new WorkQueue();
  const now = performance.now();
  const enter = (): Promise<boolean> | null => line.enter(performance.now(), SHOP);
  expect([enter(), enter(), enter(), enter()]).toEqual([null, null, null, null]);
  while (performance.now() < now + 20); // blocks the event loop for 20 ms
  await new Promise(setImmediate);
  const waiting = [enter(), enter(), enter()];
  expect(waiting).not.toContain(null);
  // The first four have not left the queue: they stand for work that waits for something else, such as the database.
  for (const one of waiting) expect(await one).toBe(true);
});

/** A queue that begins no further work, because so many works are going on and the event loop was blocked for 20 ms. */
async function queueAtWork(works: number): Promise<WorkQueue> {
  const line = new WorkQueue();
  const now = performance.now();
  for (let entered = 0; entered < works; entered += 1) expect(line.enter(now, SHOP)).toBeNull();
  while (performance.now() < now + 20);
  await new Promise(setImmediate);
  return line;
}

it('the work queue begins the work of shops in turns', async () => {
  const line = await queueAtWork(3);
  const order: string[] = [];
  const enter = async (party: string, name: string): Promise<void> => {
    await line.enter(performance.now(), party);
    order.push(name);
  };
  const waits = [...['1', '2', '3'].map((name) => enter(SHOP, name)), ...['A', 'B'].map((name) => enter('another shop', name))];
  await Promise.all(waits);
  expect(order).toEqual(['1', 'A', '2', 'B', '3']);
});

it('the work queue begins no work before that of another shop which came first', async () => {
  const line = await queueAtWork(4);
  const first = line.enter(performance.now(), 'another shop');
  for (let left = 0; left < 3; left += 1) line.leave(performance.now());
  expect(line.enter(performance.now(), SHOP)).not.toBeNull();
  expect(await first).toBe(true);
});

it('the work queue refuses work that has waited too long', async () => {
  const line = await queueAtWork(3);
  expect(await line.enter(performance.now() - 1000, SHOP)).toBe(false);
});

it('the work queue begins work whose client would not come again, however long it has waited', async () => {
  const line = await queueAtWork(3);
  const waits = line.enter(performance.now() - 1000, SHOP, true);
  for (let left = 0; left < 3; left += 1) line.leave(performance.now());
  expect(await waits).toBe(true);
});

describe('a burst of requests that are answered one in 100 ms', () => {
  /** The number of requests in a burst: one runs, four may wait however slow the answers are, and one is too many. */
  const CROWD = 6;

  function crowd() {
    const workload = new Workload(200, 1);
    const begun: { counted: boolean; arrived: number; party: string }[] = [];
    const begin = (now: number): void => {
      const call = { counted: false, arrived: now, party: SHOP };
      void workload.begin(call, now);
      begun.push(call);
    };
    for (let request = 0; request < CROWD; request += 1) begin(0);
    return {
      workload,
      begin,
      answerOne: (now: number) => {
        workload.end(begun.shift()!, now);
      },
    };
  }

  it('is accepted while the delay may be a pause of the machine', () => {
    const { begin, answerOne } = crowd();
    for (const now of [400, 500]) {
      answerOne(now);
      begin(now);
    }
  });

  it('is refused when the delay goes on', () => {
    const { begin, answerOne } = crowd();
    for (const now of [100, 200, 300, 400, 500]) {
      answerOne(now);
      begin(now);
    }
    answerOne(600);
    expect(() => begin(600)).toThrow(OVERLOADED);
  });

  it('is accepted when only the requests before it wait, and others are answered soon', () => {
    const { workload } = crowd();
    for (const now of [100, 200, 300, 400, 500, 600, 700, 800]) {
      const call = { counted: false, arrived: now, party: SHOP };
      expect(workload.begin(call, now)).toBeNull();
      workload.end(call, now + 5);
    }
  });

  it('is refused when the delay goes on, but a few requests of another shop are served', () => {
    const { workload, begin, answerOne } = crowd();
    for (const now of [100, 200, 300, 400, 500]) {
      answerOne(now);
      begin(now);
    }
    answerOne(600);
    expect(() => begin(600)).toThrow(OVERLOADED);
    const other = (): unknown => workload.begin({ counted: false, arrived: 600, party: 'another shop' }, 600);
    other();
    other(); // its first one and two of the crowd go before it
    expect(() => other()).toThrow(OVERLOADED);
  });

  it('is accepted from a client that would not come again', () => {
    const { workload, begin, answerOne } = crowd();
    for (const now of [100, 200, 300, 400, 500]) {
      answerOne(now);
      begin(now);
    }
    answerOne(600);
    void workload.begin({ counted: false, arrived: 600, party: SHOP, patient: true }, 600);
    expect(() => begin(600)).toThrow(OVERLOADED);
  });
});
