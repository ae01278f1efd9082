import { isIP, type Socket } from 'node:net';
import { buildConnector } from 'undici';
import { isGlobalUnicast } from '../../../../adapters/outbound/checked-addresses.js';
import { checkedConnector } from '../../../../adapters/outbound/checked-connector.js';
import { ADDRESSES_ONLY, named, Outbounds, send } from '../../../support/outbound.js';
import { Receiver } from '../../../support/receiver.js';
import { HOSTS_OF_THIS_MACHINE, REFUSED_HOSTS } from '../../../support/refused-hosts.js';

const LOOPBACK = named('127.0.0.1', '::1');
const REFUSED = { outcome: 'failed', reason: 'refused_address' };

const outbounds = new Outbounds();
let canary: Receiver;
beforeAll(async () => {
  canary = await Receiver.start();
});
beforeEach(() => {
  canary.connections = 0;
});
afterAll(async () => {
  await outbounds.close();
  await canary.close();
});

/** The addresses among these hosts, as a resolver gives them. */
function addressesAmong(hosts: readonly string[]): readonly string[] {
  const parsed = hosts.map((host) => new URL(`https://${host}`).hostname.replace(/^\[|\]$/g, ''));
  return [...new Set(parsed.filter((host) => isIP(host) !== 0))];
}

const ADDRESSES = addressesAmong(REFUSED_HOSTS);

describe('no packet reaches this machine', () => {
  it('from a URL with any spelling of it', async () => {
    const outbound = outbounds.open({ policy: ADDRESSES_ONLY, resolve: LOOPBACK });
    const urls = HOSTS_OF_THIS_MACHINE.flatMap((host) =>
      ['http', 'https'].map((scheme) => `${scheme}://${host}:${canary.port}/`),
    );
    for (const url of urls) expect([url, await send(outbound, url)]).toMatchObject([url, REFUSED]);
    expect(canary.connections).toBe(0);
  });

  it('although each of these spellings would reach it', async () => {
    const careless = outbounds.open({ resolve: LOOPBACK });
    const urls = HOSTS_OF_THIS_MACHINE.map((host) => `http://${host}:${canary.port}/`);
    const outcomes = await Promise.all(urls.map(async (url) => [url, await send(careless, url)]));
    expect(outcomes).toMatchObject(urls.map((url) => [url, { outcome: 'answered', status: 204 }]));
    expect(canary.requests).toHaveLength(urls.length);
  });

  it('from a name with any address that is not global unicast, alone or beside one that is', async () => {
    expect(ADDRESSES.length).toBeGreaterThan(80);
    let addresses: readonly string[] = [];
    const outbound = outbounds.open({ policy: ADDRESSES_ONLY, resolve: (name) => named(...addresses)(name) });
    for (const address of ADDRESSES) {
      for (addresses of [['8.8.8.8', address], [address, '2606:4700:4700::1111'], [address]]) {
        expect(await outbound.judge('https://hooks.example.com/')).toBe('address');
      }
    }
    for (const address of addressesAmong(HOSTS_OF_THIS_MACHINE)) {
      addresses = ['8.8.8.8', address];
      expect(await send(outbound, `http://hooks.example.com:${canary.port}/`)).toMatchObject(REFUSED);
    }
    expect(canary.connections).toBe(0);
  });

  it('from the connector, if it is given an address in place of a name', async () => {
    const options = { policy: ADDRESSES_ONLY, resolve: LOOPBACK, sockets: new Set<Socket>(), timeoutMs: 1_000 };
    const connect = checkedConnector(buildConnector, options);
    for (const hostname of ADDRESSES) {
      const error = await new Promise((resolve) => {
        connect({ hostname, protocol: 'http:', port: String(canary.port) }, (...[refusal]) => {
          resolve(refusal);
        });
      });
      expect(error).toMatchObject({ reason: 'refused_address' });
    }
    expect(canary.connections).toBe(0);
  });

  it('from a redirect', async () => {
    const location = canary.url();
    const redirecting = await Receiver.start({ answer: (response) => response.writeHead(307, { location }).end() });
    expect(await send(outbounds.open(), redirecting.url())).toMatchObject({ outcome: 'answered', status: 307 });
    await redirecting.close();
    expect(canary.connections).toBe(0);
  });
});

describe('a resolver that changes its mind', () => {
  /** 127.0.0.2 plays an address of the public internet. */
  const policy = { ...ADDRESSES_ONLY, allows: (address: string) => address === '127.0.0.2' || isGlobalUnicast(address) };
  const inTurn = (...answers: readonly string[]) => {
    let asked = 0;
    const resolve = (name: string) => named(answers[Math.min(asked++, answers.length - 1)] ?? '')(name);
    return { resolve, asked: () => asked };
  };
  let listener: Receiver;
  beforeEach(async () => {
    listener = await Receiver.start({ host: '127.0.0.2', port: 0 });
  });
  afterEach(async () => {
    await outbounds.close();
    await listener.close();
  });
  const url = () => listener.url('hooks.example.com');

  it('after the URL was accepted gets nothing through', async () => {
    const { resolve } = inTurn('127.0.0.2', '127.0.0.1');
    const outbound = outbounds.open({ policy, resolve });
    const here = await Receiver.start({ host: '127.0.0.1', port: listener.port });
    expect(await outbound.judge(url())).toBeNull();
    expect(await send(outbound, url())).toMatchObject(REFUSED);
    expect([here.connections, listener.connections]).toEqual([0, 0]);
    await here.close();
  });

  it('is asked once for a connection, and the address that was checked is connected to', async () => {
    const { resolve, asked } = inTurn('127.0.0.2', '127.0.0.1');
    const here = await Receiver.start({ host: '127.0.0.1', port: listener.port });
    const outbound = outbounds.open({ policy, resolve });
    expect(await send(outbound, url())).toMatchObject({ status: 204 });
    expect([asked(), here.connections, listener.connections]).toEqual([1, 0, 1]);
    // The open connection leads to the address that was checked, so it may be used again.
    expect(await send(outbound, url())).toMatchObject({ status: 204 });
    expect([asked(), here.connections, listener.connections]).toEqual([1, 0, 1]);
    await here.close();
  });

  it('is asked again for the next connection', async () => {
    await listener.close();
    listener = await Receiver.start({
      host: '127.0.0.2',
      answer: (response) => response.writeHead(200, { connection: 'close' }).end(),
    });
    const { resolve } = inTurn('127.0.0.2', '127.0.0.1');
    const outbound = outbounds.open({ policy, resolve });
    expect(await send(outbound, url())).toMatchObject({ status: 200 });
    expect(await send(outbound, url())).toMatchObject(REFUSED);
  });
});

it('asks the DNS by default, and says that a name has no address', async () => {
  const outbound = outbounds.open({ policy: ADDRESSES_ONLY });
  expect(await send(outbound, 'https://hooks.invalid/')).toMatchObject({ outcome: 'failed', reason: 'name' });
  expect(await outbound.judge('https://hooks.invalid/')).toBeNull();
});
