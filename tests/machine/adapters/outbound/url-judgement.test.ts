import { setTimeout as sleep } from 'node:timers/promises';
import { inCall } from '../../../../adapters/call-time.js';
import { PUBLIC_ONLY } from '../../../../adapters/outbound/checked-addresses.js';
import { UndiciOutboundHttp } from '../../../../adapters/outbound/undici-outbound-http.js';
import { ACCEPTED_URLS, REFUSED_URLS } from '../../../support/refused-urls.js';

const outbound = new UndiciOutboundHttp({ policy: PUBLIC_ONLY, resolve: () => Promise.resolve([]) });
afterAll(() => outbound.close());

it('has at least 150 spellings', () => {
  expect(new Set(REFUSED_URLS.map(({ url }) => url)).size).toBeGreaterThanOrEqual(150);
});
it.each(REFUSED_URLS)('refuses $url', async ({ url, refusal }) => {
  expect(await outbound.judge(url)).toBe(refusal);
});
it.each(ACCEPTED_URLS)('accepts %s', async (url) => {
  expect(await outbound.judge(url)).toBeNull();
});

it('waits for a name for at most half of the time that a call has left', async () => {
  const waiting = new UndiciOutboundHttp({ policy: PUBLIC_ONLY, resolve: () => new Promise(() => undefined) });
  const judged = inCall({ left: 100 }, () => waiting.judge('https://hooks.example/'));
  expect(await Promise.race([judged, sleep(2000, 'still waiting')])).toBeNull();
  await waiting.close();
});
