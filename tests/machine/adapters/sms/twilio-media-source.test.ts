import { createServer as createTlsServer } from 'node:https';
import { createServer as createTcpServer, type AddressInfo, type Server } from 'node:net';
import { isFileHost, TwilioMediaSource, type TwilioMediaOptions } from '../../../../adapters/sms/twilio/twilio-media-source.js';
import type { OpenedFile } from '../../../../application/areas/media/fetch-media.js';
import { CERTIFICATE, CERTIFICATE_KEY } from '../../../support/certificate.js';
import { eventually } from '../../../support/eventually.js';
import { startFakeTwilio, type FakeTwilio } from '../../../support/fakes/twilio/fake-twilio.js';
import { wav, wholeOf } from '../../../support/media-samples.js';

const SOUND = wav();

let twilio: FakeTwilio;
/** A server that nobody may ask. It counts connections, not requests. */
let canary: Server;
let canaryUrl: string;
let touched = 0;

beforeAll(async () => {
  twilio = await startFakeTwilio();
  canary = createTcpServer((socket) => {
    touched += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
  canaryUrl = `127.0.0.1:${portOf(canary)}`;
});
beforeEach(() => {
  twilio.requests.length = 0;
  touched = 0;
});
afterEach(() => {
  expect(touched).toBe(0);
});
afterAll(async () => {
  canary.close();
  await twilio.stop();
});

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port; // safe: a server that listens on a port has an address with a port
}

function sourceOf(options: Partial<TwilioMediaOptions> = {}): TwilioMediaSource {
  const { accountSid, authToken, url: baseUrl } = twilio;
  return new TwilioMediaSource({ accountSid, authToken, baseUrl, ...options });
}

const open = (source: string | null, options: Partial<TwilioMediaOptions> = {}): Promise<OpenedFile> =>
  sourceOf(options).open({ kind: 'recording', source, providerId: null });

async function contentOf(opening: OpenedFile): Promise<Buffer | null> {
  if (opening.outcome !== 'opened') throw new Error(opening.outcome);
  return wholeOf(opening.content);
}

const leftOpen = (): Promise<number> =>
  eventually(
    () => Promise.resolve(twilio.files.open),
    (open) => open === 0,
  );
const notNow = (reason: string) => ({ outcome: 'not_now', reason: expect.stringContaining(reason) });

describe('the address of a file', () => {
  it.each(['', '.wav', 'https://api.twilio.com', 'http://api.twilio.com:8080'])('counts only by its path: %p', async (part) => {
    const path = twilio.files.recording(SOUND);
    const source = part === '.wav' ? `${path}.wav` : part + path;
    const opening = await open(source);
    expect(opening).toMatchObject({ outcome: 'opened', bytes: SOUND.byteLength });
    expect(await contentOf(opening)).toEqual(SOUND);
    expect(twilio.requests.map((request) => request.path)).toEqual([`${path}.wav`]);
  });

  it('never leads to another host', async () => {
    const path = twilio.files.recording(SOUND);
    expect(await contentOf(await open(`http://${canaryUrl}${path}`))).toEqual(SOUND);
  });

  it('can be the address of an attachment', async () => {
    const path = twilio.files.attachment(`MM${'0'.repeat(32)}`, SOUND);
    expect(await contentOf(await open(path))).toEqual(SOUND);
  });

  const OTHER = `AC${'f'.repeat(32)}`;
  it.each([
    ['nothing', () => null],
    ['empty', () => ''],
    ['another account', (path: string) => path.replace(twilio.accountSid, OTHER)],
    ['userinfo', (path: string) => `http://user:secret@${canaryUrl}${path}`],
    ['an empty userinfo', (path: string) => `http://@${canaryUrl}${path}`],
    ['a query', (path: string) => `${path}?url=http://${canaryUrl}`],
    ['a fragment', (path: string) => `${path}#x`],
    ['dots', (path: string) => path.replace('/Recordings', '/Recordings/../Recordings')],
    ['encoded dots', (path: string) => path.replace('/Recordings', '/%2e%2e/Recordings')],
    ['an encoded slash', (path: string) => path.replace('/Recordings', '%2fRecordings')],
    ['backslashes', (path: string) => path.replaceAll('/', '\\')],
    ['a backslash after the host', (path: string) => `http://${canaryUrl}\\@api.twilio.com${path}`],
    ['no scheme', (path: string) => `//${canaryUrl}${path}`],
    ['another scheme', (path: string) => `file://${path}`],
    ['another file', (path: string) => path.replace('Recordings', 'Calls')],
    ['a description', (path: string) => `${path}.json`],
    ['a line break', (path: string) => `${path}\n`],
    ['the sandbox', () => 'sandbox:one:two'],
    ['all messages', () => `/2010-04-01/Accounts/${twilio.accountSid}/Messages.json`],
  ])('is refused, and nothing is asked: %s', async (_, change) => {
    const opening = await open(change(twilio.files.recording(SOUND)));
    expect(opening).toEqual({ outcome: 'never', reason: 'The address is not one of the provider’s files.' });
    expect(twilio.requests).toEqual([]);
  });
});

describe('a redirect', () => {
  it('to the API itself is followed, with the credentials', async () => {
    const target = twilio.files.recording(SOUND);
    const from = twilio.files.recording(SOUND, { redirect: `${target}.wav` });
    expect(await contentOf(await open(from))).toEqual(SOUND);
  });

  it('to a file host is followed, without the credentials', async () => {
    const asked: (string | undefined)[] = [];
    const host = createTlsServer({ cert: CERTIFICATE, key: CERTIFICATE_KEY }, ({ headers, url }, response) => {
      asked.push(url, headers.authorization);
      response.writeHead(url === '/refused' ? 401 : 200).end(SOUND);
    });
    await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
    const origin = `https://127.0.0.1:${portOf(host)}`;
    const from = twilio.files.recording(SOUND, { redirect: `${origin}/file?signature=1` });
    const options = { ca: CERTIFICATE, isFileHost: (url: URL) => url.origin === origin };
    expect(await contentOf(await open(from, options))).toEqual(SOUND);
    expect(asked).toEqual(['/file?signature=1', undefined]);
    const refused = twilio.files.recording(SOUND, { redirect: `${origin}/refused` });
    expect(await open(refused, options)).toEqual(notNow('answered 401')); // it has nothing to do with the account
    host.close();
  });

  it.each([301, 302, 303, 307, 308])('with the status %i that goes round in circles is given up', async (status) => {
    const from = twilio.files.recording(SOUND);
    twilio.files.put(`${from}.wav`, SOUND, [{ redirect: `${from}.wav`, status }]);
    expect(await open(from)).toEqual(notNow('more than 3 times'));
    expect(twilio.requests).toHaveLength(4);
  });

  it.each([
    ['http', () => `http://${canaryUrl}/file`],
    ['https', () => `https://${canaryUrl}/file`],
    ['no scheme', () => `//${canaryUrl}/file`],
    ['a backslash', () => `/\\${canaryUrl}/file`],
    ['userinfo', () => twilio.url.replace('http://', 'http://user:secret@')],
    ['a file', () => 'file:///etc/passwd'],
    ['metadata', () => 'http://169.254.169.254/latest/meta-data'],
    ['no address', () => 'http://'],
  ])('to a stranger is refused: %s', async (_, target) => {
    expect(await open(twilio.files.recording(SOUND, { redirect: target() }))).toEqual(notNow('not its own'));
    expect(twilio.requests).toHaveLength(1);
  });

  it.each([
    ['https://mms.twiliocdn.com/a', true],
    ['https://media.twiliocdn.com/a?b=c', true],
    ['https://s3-external-1.amazonaws.com/media.twiliocdn.com/a', true],
    ['http://mms.twiliocdn.com/a', false],
    ['https://mms.twiliocdn.com:8443/a', false],
    ['https://mms.twiliocdn.com.evil.example/a', false],
    ['https://eviltwiliocdn.com/a', false],
    ['https://evil.example/mms.twiliocdn.com', false],
    ['https://s3.amazonaws.com/a', false],
    ['https://127.0.0.1/a', false],
  ])('%s: one of the provider’s file hosts: %p', (url, is) => {
    expect(isFileHost(new URL(url))).toBe(is);
  });
});

describe('an answer that brings no file', () => {
  it.each([403, 404, 410, 429, 500, 503, 206])('%i: another try may succeed', async (status) => {
    expect(await open(twilio.files.recording(SOUND, { status }))).toEqual(notNow(`answered ${status}`));
  });

  it('401 of the API: the account is refused, whatever file it is', async () => {
    expect(await open(twilio.files.recording(SOUND, { status: 401 }))).toMatchObject({
      outcome: 'refused',
      refusal: { code: '20003', sentence: 'The provider did not accept the account’s credentials.' },
    });
  });

  it('no answer in time', async () => {
    expect(await open(twilio.files.recording(SOUND, 'silent'), { headMs: 30 })).toEqual(notNow('in time'));
    expect(await leftOpen()).toBe(0);
  });

  it('no server', async () => {
    const { accountSid, authToken } = twilio;
    const gone = await startFakeTwilio();
    const { url: baseUrl } = gone;
    await gone.stop();
    const source = new TwilioMediaSource({ accountSid, authToken, baseUrl });
    const opening = await source.open({ kind: 'recording', source: twilio.files.recording(SOUND), providerId: null });
    expect(opening).toEqual(notNow('ECONNREFUSED'));
  });
});

describe('a transfer', () => {
  it('that breaks off ends with an error', async () => {
    const opening = await open(twilio.files.recording(SOUND, 'break'));
    await expect(contentOf(opening)).rejects.toThrow();
  });

  it('that stands still ends with an error', async () => {
    const opening = await open(twilio.files.recording(SOUND, 'stall'), { stallMs: 30 });
    await expect(contentOf(opening)).rejects.toThrow('no bytes came for 30 ms');
    expect(await leftOpen()).toBe(0);
  });

  it('that takes too long in all ends with an error', async () => {
    const opening = await open(twilio.files.recording(SOUND, 'endless'), { wholeMs: 100 });
    await expect(contentOf(opening)).rejects.toThrow();
    expect(await leftOpen()).toBe(0);
  });

  it('that nobody reads can be ended', async () => {
    const opening = await open(twilio.files.recording(SOUND, 'stall'));
    if (opening.outcome !== 'opened') throw new Error(opening.outcome);
    await opening.content[Symbol.asyncIterator]().return?.();
    expect(await leftOpen()).toBe(0);
  });

  it('without a length says so', async () => {
    const opening = await open(twilio.files.recording(SOUND, 'chunked'));
    expect(opening).toMatchObject({ outcome: 'opened', bytes: null });
    expect(await contentOf(opening)).toEqual(SOUND);
  });
});
