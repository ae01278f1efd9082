import { jest } from '@jest/globals';
import { ExpectMedia } from '../../../application/areas/media/expect-media.js';
import { FileStorage, StorageRefused } from '../../../application/areas/media/file-storage.js';
import { MediaFiles } from '../../../application/areas/media/media-files.js';
import { SandboxFiles } from '../../../adapters/sms/sandbox/sandbox-media-source.js';
import { outcomeOf } from '../../../adapters/email/smtp-outcome.js';
import { explained } from '../../../adapters/files/s3-errors.js';
import { TextingNews } from '../../../application/areas/outgoing/texting-news.js';
import { Emails } from '../../../application/kernel/ports/emails.js';
import { aStoredCall } from '../../support/builders/a-call.js';
import { aStaffMember } from '../../support/builders/a-staff-member.js';
import { doDueWork, passWorking, react } from '../../support/due-work.js';
import { FakeMailServer } from '../../support/fakes/smtp/fake-mail-server.js';
import { Inbox } from '../../support/inbox.js';
import { wav } from '../../support/media-samples.js';
import { MediaWorld } from '../../support/media-world.js';
import { startTestService } from '../../support/service.js';

it.each([
  [530, 'held'],
  [534, 'held'],
  [535, 'held'],
  [454, 'not_sent'],
])('a mail server that answers a login with %i: the e-mail is %s', (responseCode, outcome) => {
  const error = Object.assign(new Error('no'), { code: 'EAUTH', responseCode, permanent: responseCode >= 500 });
  expect(outcomeOf(error, false).outcome).toBe(outcome);
});

it('a mail server that does not accept the login pauses e-mails, and is asked once in a minute', async () => {
  const server = new FakeMailServer({
    authOptional: false,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
  });
  const url = `smtp://127.0.0.1:${await server.start()}?requireTLS=false`;
  const service = await startTestService({ mail: { url, from: 'desk@shop.example' } });
  const { id } = await service.shop();
  const email = {
    id: 'one',
    message: null,
    fromName: 'Shop',
    to: 'dana@customer.example',
    subject: 'Hi',
    text: 'Hi',
    replyTo: null,
  };
  const send = async (): Promise<string> => (await service.container.get(Emails).send(id, email)).outcome;
  for (let n = 0; n < 3; n += 1) expect(await send()).toBe('held');
  expect(service.log.lines.filter(({ level }) => level === 'error')).toMatchObject([
    { detail: { kind: 'emails', code: 'smtp_530' } },
  ]);
  service.clock.pass(60_000);
  expect(await send()).toBe('held');
  await service.stop();
  await server.stop();
});

it.each([
  [403, true],
  [401, true],
  [404, false],
])('a bucket that answers %i refuses the account: %s', (status, isRefusal) => {
  const error = Object.assign(new Error('no'), { name: 'AccessDenied', $metadata: { httpStatusCode: status } });
  expect(explained(error, 'the bucket') instanceof StorageRefused).toBe(isRefusal);
});

it('a token of the provider that a fetch finds wrong first pauses texts, too, and gives no file up', async () => {
  const world = await MediaWorld.open();
  const { service, twilio } = world;
  const inbox = await Inbox.open(service);
  world.shop = inbox.shop;
  await aStaffMember(service, inbox.shop, { role: 'owner', email: 'owner@shop.example' });
  const right = twilio.authToken;
  twilio.authToken = 'another';
  const { providerId } = await world.expects(await world.call(), twilio.files.recording(wav(20_000), 'whole'));
  await doDueWork(service);
  const asked = (): number => twilio.requests.length;
  const first = asked();
  await inbox.writes('Hello');
  const text = await inbox.queued({ conversation: (await inbox.threadOf()).id });
  expect(text).toMatchObject({ status: 'queued', held: 'account_refused' });
  await passWorking(service, 55);
  expect([first, asked()]).toEqual([1, 1]);
  const news = async (): Promise<unknown> => {
    await service.container.get(TextingNews).tell();
    await react(service);
    const told = await service.sql(`select type from outbox where type like 'texting.%' order by created_at, id`);
    const emails = (await inbox.handedOver()).filter(({ channel }) => channel === 'email');
    return { told, emails: emails.map(({ to, subject }) => [to, subject]) };
  };
  const emails = [['owner@shop.example', 'Texts wait']];
  expect(await news()).toEqual({ told: [{ type: 'texting.paused' }], emails });
  service.clock.pass(30 * 60_000);
  await passWorking(service, 1);
  expect(await world.file(providerId)).toMatchObject({ status: 'waiting', attempts: 0 });
  twilio.authToken = right;
  await passWorking(service, 61);
  expect(await world.file(providerId)).toMatchObject({ status: 'stored' });
  expect(twilio.sent).toHaveLength(1);
  expect(await news()).toEqual({ told: [{ type: 'texting.paused' }, { type: 'texting.resumed' }], emails });
  await world.close();
});

it('a storage that refuses the account pauses the fetching of files, and gives no file up', async () => {
  const world = await MediaWorld.open();
  const { service, twilio } = world;
  const storage = service.container.get(FileStorage);
  const put = jest.spyOn(storage, 'put').mockRejectedValue(new StorageRefused('AccessDenied', 'the bucket: no'));
  const call = await world.call();
  const { providerId } = await world.expects(call, twilio.files.recording(wav(20_000), 'whole'));
  await passWorking(service, 50);
  expect(await world.file(providerId)).toMatchObject({ status: 'waiting', attempts: 0 });
  expect(put).toHaveBeenCalledTimes(1);
  put.mockRestore();
  await passWorking(service, 20);
  await doDueWork(service);
  expect(await world.file(providerId)).toMatchObject({ status: 'stored' });
  await world.close();
});

it('a storage that refuses the account when the sandbox reads its own file pauses the fetching of files, too', async () => {
  const service = await startTestService();
  const shop = await service.shop();
  const { container } = service;
  async function* sound(): AsyncGenerator<Uint8Array, void> {
    yield await Promise.resolve(wav(20_000));
  }
  const source = await container.get(SandboxFiles).keep(shop.id, sound());
  const { id: callId } = await aStoredCall(service, shop);
  const providerId = 'one';
  const expected = { kind: 'recording', callId, source, providerId, durationSeconds: 60 } as const;
  await container.get(ExpectMedia).expect(shop.id, [expected]);
  const refused = new StorageRefused('AccessDenied', 'the bucket: no');
  const read = jest.spyOn(container.get(FileStorage), 'read').mockRejectedValue(refused);
  await passWorking(service, 50);
  const file = () => container.get(MediaFiles).ofProvider(shop.id, providerId);
  expect(await file()).toMatchObject({ status: 'waiting', attempts: 0 });
  expect(read).toHaveBeenCalledTimes(1);
  read.mockRestore();
  await passWorking(service, 20);
  await doDueWork(service);
  expect(await file()).toMatchObject({ status: 'stored' });
  await service.stop();
});
