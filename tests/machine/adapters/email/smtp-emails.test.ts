import { randomUUID } from 'node:crypto';
import { SmtpEmails, type SmtpOptions } from '../../../../adapters/email/smtp-emails.js';
import type { Email, EmailOutcome } from '../../../../application/kernel/ports/emails.js';
import type { ShopId } from '../../../../domain/shared/id.js';
import { CERTIFICATE, CERTIFICATE_KEY } from '../../../support/certificate.js';
import { FakeMailServer, startSilentServer } from '../../../support/fakes/smtp/fake-mail-server.js';

const SHOP = randomUUID() as ShopId; // a UUID as text is what the brand stands for
const ID = '019a9d5e-0000-7000-8000-000000000001';

let server: FakeMailServer;
let port: number;

async function restart(options: ConstructorParameters<typeof FakeMailServer>[0]): Promise<void> {
  server = new FakeMailServer(options);
  port = await server.start();
}

beforeEach(() => restart({ disabledCommands: ['STARTTLS', 'AUTH'] }));
afterEach(() => server.stop());

function send(fields: Partial<Email> = {}, options: Partial<SmtpOptions> = {}): Promise<EmailOutcome> {
  const emails = new SmtpEmails({
    url: `smtp://127.0.0.1:${port}`,
    from: 'Shop Ops <desk@shop.example>',
    timeoutMs: 2_000,
    ...options,
  });
  const email = { id: ID, message: null, fromName: 'Maple Auto', to: 'dana@example.com', subject: 'Ready', replyTo: null };
  return emails.send(SHOP, { ...email, text: 'Your car is ready.', ...fields });
}

/** The header fields of the only e-mail that came, each in one line. */
function headers(): string[] {
  expect(server.received).toHaveLength(1);
  const [head = ''] = server.received[0]!.content.split('\r\n\r\n', 1);
  return head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
}

const fieldsOf = (name: string): string[] => headers().filter((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`));

describe('an e-mail', () => {
  it('is delivered, from the sender’s address under the name of the shop', async () => {
    expect(await send({ replyTo: 'hello@maple.example' })).toEqual({ outcome: 'accepted' });
    expect(server.received).toMatchObject([{ from: 'desk@shop.example', to: ['dana@example.com'] }]);
    expect(fieldsOf('From')).toEqual(['From: Maple Auto <desk@shop.example>']);
    expect(fieldsOf('To')).toEqual(['To: dana@example.com']);
    expect(fieldsOf('Reply-To')).toEqual(['Reply-To: hello@maple.example']);
    expect(fieldsOf('Subject')).toEqual(['Subject: Ready']);
    expect(server.received[0]?.content).toContain('\r\n\r\nYour car is ready.');
  });

  it('has a Message-ID by which a repetition is recognised', async () => {
    await send();
    await send({ text: 'Again' });
    const found = server.received.map(({ content }) => /^Message-ID: (.*)$/im.exec(content)?.[1]?.trim());
    expect(found).toEqual([`<${ID}@shop.example>`, `<${ID}@shop.example>`]);
    expect(fieldsOfAll('Reply-To')).toEqual([]);
  });

  it('keeps letters of all scripts, lines and dots', async () => {
    const body = 'Grüß Gott 车\n.\n..two\nÀ bientôt 🚗';
    expect(await send({ fromName: 'Garage “Été” 🚗', subject: 'Prêt : 车', text: body, to: 'dana@exämple.com' })).toEqual({
      outcome: 'accepted',
    });
    const { content, to } = server.received[0]!;
    expect(to).toEqual(['dana@exämple.com']); // the server reads the domain back from its form on the wire
    const [head = '', encoded = ''] = content.split('\r\n\r\n');
    expect(head).toMatch(/^[\x20-\x7e\r\n\t]*$/);
    expect(fromQuotedPrintable(encoded).trim()).toBe(body);
  });

  it('goes over TLS with a password', async () => {
    await server.stop();
    await restart({ secure: true, cert: CERTIFICATE, key: CERTIFICATE_KEY });
    const url = `smtps://desk:se%40cret@127.0.0.1:${port}`;
    expect(await send({}, { url, ca: CERTIFICATE })).toEqual({ outcome: 'accepted' });
    expect([server.users, server.received.length]).toEqual([['desk'], 1]);
  });
});

describe('an attempt to add a header or a recipient', () => {
  const BREAKS = ['\r\nBcc: eve@example.com', '\nBcc: eve@example.com', '\rBcc: eve@example.com', '\u2028Bcc: eve@example.com'];

  it.each(BREAKS)('by the name or the subject is text (%j)', async (added) => {
    const injected = { fromName: `Maple${added}`, subject: `Ready${added}\r\n\r\nAnother body`, id: `${ID}${added}` };
    expect(await send(injected)).toEqual({ outcome: 'accepted' });
    expect([fieldsOf('Bcc'), fieldsOf('From').length, fieldsOf('Subject').length]).toEqual([[], 1, 1]);
    expect(server.received).toMatchObject([{ from: 'desk@shop.example', to: ['dana@example.com'] }]);
  });

  it.each([
    ...BREAKS.map((added) => `dana@example.com${added}`),
    'dana@example.com, eve@example.com',
    'Dana <dana@example.com>',
    'dana@example.com> RCPT TO:<eve@example.com',
    '"dana@example.com, eve"@example.com',
    'group: eve@example.com;',
    'dana',
    '',
  ])('by an address is refused (%j)', async (address) => {
    expect(await send({ to: address })).toMatchObject({ outcome: 'refused', code: 'invalid_address' });
    expect(await send({ replyTo: address })).toMatchObject({ outcome: 'refused', code: 'invalid_reply_to' });
    expect(server.received).toEqual([]);
  });

  it.each(['desk@shop.example, eve@example.com', 'the desk', ''])(
    'by the sender’s address (%j) keeps the service from starting',
    (from) => {
      const made = (): unknown => new SmtpEmails({ url: 'smtp://127.0.0.1', from });
      expect(made).toThrow('the sender of e-mails is not one address');
    },
  );
});

describe('a mail server that', () => {
  it.each(['recipient', 'content'] as const)('refuses the %s with 550 has the last word', async (at) => {
    server.refuses = { at, code: 550 };
    const sentence = 'The mail server refused the e-mail with 550.';
    expect(await send()).toEqual({ outcome: 'refused', code: 'smtp_550', sentence });
  });

  it.each(['recipient', 'content'] as const)('cannot take the %s now gets it again', async (at) => {
    server.refuses = { at, code: 451 };
    expect(await send()).toEqual({ outcome: 'not_sent', reason: expect.stringContaining('451') });
  });

  it('cuts the connection after the e-mail leaves it unknown', async () => {
    server.cutsAfterContent = true;
    expect(await send()).toEqual({ outcome: 'unknown', reason: expect.stringContaining('failed') });
  });

  it.each([
    ['greets', '220 mail.example ESMTP\r\n'],
    ['says nothing', ''],
  ])('%s and is silent has nothing', async (_, greeting) => {
    const silent = await startSilentServer(greeting);
    const outcome = await send({}, { url: `smtp://127.0.0.1:${silent.port}`, timeoutMs: 200 });
    expect(outcome).toEqual({ outcome: 'not_sent', reason: 'the mail server gave no answer within 200 ms' });
    silent.stop();
  });

  it('is silent after the e-mail leaves it unknown', async () => {
    const silent = await startSilentServer('220 hi\r\n250 hi\r\n250 ok\r\n250 ok\r\n354 go\r\n');
    const outcome = await send({}, { url: `smtp://127.0.0.1:${silent.port}`, timeoutMs: 300 });
    expect(outcome).toMatchObject({ outcome: 'unknown' });
    silent.stop();
  });

  it('is not there has nothing', async () => {
    expect(await send({}, { url: 'smtp://127.0.0.1:1' })).toEqual({
      ...{ outcome: 'not_sent', reason: 'the connection to the mail server failed: ECONNREFUSED' },
    });
  });

  it('has a certificate that nobody vouches for has nothing', async () => {
    await server.stop();
    await restart({ secure: true, cert: CERTIFICATE, key: CERTIFICATE_KEY });
    const outcome = await send({}, { url: `smtps://127.0.0.1:${port}` });
    expect(outcome).toEqual({ outcome: 'not_sent', reason: expect.stringContaining('SELF_SIGNED') });
    expect(server.received).toEqual([]);
  });

  it('offers no TLS gets no password', async () => {
    await server.stop();
    await restart({ hideSTARTTLS: true, allowInsecureAuth: true });
    const outcome = await send({}, { url: `smtp://desk:secret@127.0.0.1:${port}` });
    expect([outcome.outcome, server.users, server.received]).toEqual(['not_sent', [], []]);
  });
});

function fieldsOfAll(name: string): string[] {
  return server.received.flatMap(({ content }) => content.split('\r\n').filter((line) => line.startsWith(`${name}:`)));
}

function fromQuotedPrintable(text: string): string {
  const percent = text
    .replaceAll('=\r\n', '')
    .replaceAll('%', '%25')
    .replaceAll(/=(?=[0-9A-F]{2})/g, '%');
  return decodeURIComponent(percent).replaceAll('\r\n', '\n');
}
