import { Wire } from '../../../support/raw-http.js';
import { startTestService, type TestService, type TestShop } from '../../../support/service.js';

let service: TestService;
let shop: TestShop;

beforeEach(async () => {
  service = await startTestService();
  shop = await service.shop();
});
afterEach(() => service.stop());

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${shop.full.token}\r\n\r\n`;
const newLead = (name: string): string => {
  const body = JSON.stringify({ name });
  return `POST /api/v1/leads HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${shop.full.token}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
};
const answersIn = (text: string): (readonly [status: number, closes: boolean])[] =>
  text.split(/(?=HTTP\/1\.1 )/).map((answer) => [Number(answer.slice(9, 12)), /^connection: close\r$/im.test(answer)]);

describe('a service that is about to stop', () => {
  it('is not ready, and serves one more request on kept and new connections', async () => {
    const kept = await Wire.open(service.url);
    kept.write(get('/api/v1/me'));
    expect(answersIn(await kept.until((text) => text.endsWith('}')))).toEqual([[200, false]]);
    service.leave();
    kept.write(newLead('Dana'));
    expect(answersIn(await kept.closed())).toEqual([
      [200, false],
      [201, true],
    ]);
    const fresh = await Wire.open(service.url);
    fresh.write(get('/readyz'));
    const notReady = await fresh.closed();
    expect(answersIn(notReady)).toEqual([[503, true]]);
    expect(notReady).toMatch(
      /retry-after: 1\r[^]*\{"status":"stopping","checks":\{"database":"ok","migrations":"ok",[^}]*\}\}$/i,
    );
  });

  it('ends a connection with the answer to its last request, even if many came at once', async () => {
    const wire = await Wire.open(service.url);
    wire.write(get('/api/v1/leads'));
    service.leave();
    wire.write(newLead('Dana') + get('/api/v1/tasks') + newLead('Lee'));
    expect(answersIn(await wire.closed())).toEqual([
      [200, false],
      [201, false],
      [200, false],
      [201, true],
    ]);
  });

  it('carries out no request after the answer that ends the connection', async () => {
    const wire = await Wire.open(service.url);
    service.leave();
    wire.write(get('/healthz') + newLead('Dana'));
    expect(answersIn(await wire.closed())).toEqual([[200, true]]);
    expect((await shop.full.get('/leads')).body.data).toEqual([]);
  });
});
