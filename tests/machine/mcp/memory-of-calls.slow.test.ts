import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import type { Api } from '../../support/api.js';
import { sharedTestService, type TestService, type TestShop } from '../../support/service.js';
import { usedMemory } from '../../support/used-memory.js';

let service: TestService;
let shop: TestShop;

beforeAll(async () => {
  service = await sharedTestService();
  shop = await service.shop();
});
afterAll(() => service.stop());

const LIST = { jsonrpc: '2.0', id: 7, method: 'tools/list' };
const ASSIGNEES = { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: 'tasks.assignees', arguments: {} } };

/** Makes a call and discards the body of the answer, so that thousands of calls cost little. */
async function call(agent: Agent, { url, token }: Api, message: object): Promise<number | undefined> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const sent = request(`${url}/api/mcp`, { agent, method: 'POST', headers }).end(JSON.stringify(message));
  const [response] = (await once(sent, 'response')) as [IncomingMessage]; // safe: the event has this argument
  await once(response.resume(), 'end');
  return response.statusCode;
}

it('one server object per request uses no more memory after 1,500 calls', async () => {
  const agent = new Agent({ keepAlive: true });
  const burst = async (calls: number): Promise<number> => {
    for (let sent = 0; sent < calls; sent += 10) {
      const statuses = await Promise.all(
        // Few calls ask for the list, because it is the largest answer, and takes most of the time.
        Array.from({ length: 10 }, () => call(agent, shop.full, sent % 100 ? ASSIGNEES : LIST)),
      );
      expect(new Set(statuses)).toEqual(new Set([200]));
      service.log.lines.length = 0;
    }
    return usedMemory();
  };
  const before = await burst(500);
  const after = await burst(1500);
  agent.destroy();
  // A server object has about 10 KB. If each of the 1,500 calls left one in memory, this would take 15 MB.
  expect(after - before).toBeLessThan(5_000_000);
}, 120_000);
