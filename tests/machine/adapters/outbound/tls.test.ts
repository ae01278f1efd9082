import {
  CERTIFICATE,
  CERTIFICATE_KEY,
  NAMED_CERTIFICATE,
  NAMED_CERTIFICATE_KEY,
  OUTDATED_CERTIFICATE,
} from '../../../support/certificate.js';
import { named, Outbounds, send } from '../../../support/outbound.js';
import { Receiver, type ReceiverOptions } from '../../../support/receiver.js';

const ADDRESS = { cert: CERTIFICATE, key: CERTIFICATE_KEY };
const NAMED = { cert: NAMED_CERTIFICATE, key: NAMED_CERTIFICATE_KEY };
const OUTDATED = { cert: OUTDATED_CERTIFICATE, key: NAMED_CERTIFICATE_KEY };

const outbounds = new Outbounds();
let receiver: Receiver;
afterEach(async () => {
  await outbounds.close();
  await receiver.close();
});

async function outcomeOf(tls: ReceiverOptions['tls'] & object, ca: string | null, host: string, path?: string) {
  receiver = await Receiver.start({ tls });
  const outbound = outbounds.open({ resolve: named('127.0.0.1'), ...(ca === null ? {} : { ca }) });
  return send(outbound, receiver.url(host, path));
}

it('a receiver is asked for the certificate of the URL’s name', async () => {
  const asked: string[] = [];
  const SNICallback = (name: string, callback: (error: null) => void): void => {
    asked.push(name);
    callback(null);
  };
  expect(await outcomeOf({ ...NAMED, SNICallback }, NAMED_CERTIFICATE, 'hooks.example.com.')).toMatchObject({ status: 204 });
  expect(asked).toEqual(['hooks.example.com']);
  expect(receiver.requests[0]?.headers.host).toBe(`hooks.example.com:${receiver.port}`);
});

it('a receiver without a name is verified by its address', async () => {
  expect(await outcomeOf(ADDRESS, CERTIFICATE, '127.0.0.1')).toMatchObject({ status: 204 });
});

it.each<readonly [string, ReceiverOptions['tls'] & object, string | null, string, string]>([
  ['that nobody vouches for', ADDRESS, null, '127.0.0.1', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  ['of another address', ADDRESS, CERTIFICATE, '127.0.0.2', 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ['of another name', NAMED, NAMED_CERTIFICATE, 'other.example.com', 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ['that is out of date', OUTDATED, OUTDATED_CERTIFICATE, 'hooks.example.com', 'CERT_'],
  ['of an old version of TLS', { ...ADDRESS, maxVersion: 'TLSv1.1', minVersion: 'TLSv1' }, CERTIFICATE, '127.0.0.1', 'SSL'],
])('a certificate %s is refused, and nothing is sent', async (_, tls, ca, host, code) => {
  const message = expect.stringContaining(code);
  expect(await outcomeOf(tls, ca, host)).toEqual({ outcome: 'failed', reason: 'tls', message });
  expect(receiver.requests).toEqual([]);
});

it('a server that does not speak TLS is no receiver of https', async () => {
  receiver = await Receiver.start();
  const outcome = await send(outbounds.open(), receiver.url().replace('http', 'https'));
  expect(outcome).toMatchObject({ outcome: 'failed', reason: 'tls' });
});
