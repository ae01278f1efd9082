import { open, type FileHandle } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { SandboxCallers } from '../../adapters/sms/sandbox/sandbox-callers.js';
import { SandboxFiles } from '../../adapters/sms/sandbox/sandbox-media-source.js';
import { SandboxRecipients } from '../../adapters/sms/sandbox/sandbox-recipients.js';
import { systemCodeOf } from '../../adapters/system-errors.js';
import { Shops } from '../../application/areas/access/shops.js';
import { FileTypes } from '../../application/areas/media/file-storage.js';
import { PhoneNumbers } from '../../application/areas/phone-numbers/phone-numbers.js';
import type { InboundMedia } from '../../application/areas/texting/provider-events.js';
import { SandboxOutbox, type SandboxEntry } from '../../application/areas/texting/sandbox-outbox.js';
import type { Shop } from '../../domain/access/shop.js';
import { isAllowed, SIZE_LIMITS } from '../../domain/media/media-file.js';
import { Conflict, ValidationError } from '../../domain/shared/errors.js';
import type { ShopId } from '../../domain/shared/id.js';
import { later, type Instant } from '../../domain/shared/instant.js';
import type { E164 } from '../../domain/shared/phone.js';
import type { Use } from '../modules/use.js';
import type { Config } from '../settings/config.js';
import { flag, onTables, optional, preset, required, wholeNumber, wrongUsage } from './command.js';
import { asTable } from './outcome.js';
import { namedShop, phoneOf } from './typed.js';

const LOOK_EVERY_MS = 500;
const MOST_SHOWN = 1_000;
/** A hand-over can be stored this long after its time. Its time is taken first, and then it waits for the database. */
const LATEST_STORED_MS = 10_000;
const LONGEST_SECONDS = 24 * 3_600;

const outbox = onTables({
  name: 'sandbox outbox',
  about: 'show the texts and e-mails that the sandbox got, newest first',
  input: {
    shop: optional('<id>', 'only those of this shop'),
    limit: preset('<number>', 'how many to show', 20, wholeNumber(1, MOST_SHOWN)),
    follow: flag('show further ones as they come, oldest first, until Ctrl-C; with --json one document in each line'),
  },
  async run({ use, stdout, json, stopping }, { shop, limit, follow }) {
    if (follow) {
      for await (const entry of followOutbox(use, shop, limit, stopping))
        stdout.write(`${json ? JSON.stringify(shown(entry)) : columnsOf(entry).join('  ')}\n`);
      return null;
    }
    const entries = await newestEntries(use, shop, limit, null);
    const table = asTable(
      ['HANDED OVER', 'FROM', 'TO', 'STATUS', 'BODY'],
      entries.map(columnsOf),
      'The sandbox got nothing yet.',
    );
    return { document: { items: entries.map(shown) }, text: table };
  },
});

const receive = onTables({
  name: 'sandbox receive',
  changes: true,
  about: 'send a text to a shop, as a customer would',
  input: {
    shop: required('<id>', 'the shop that gets the text'),
    from: required('<number>', 'the customer’s number; without a country code, the shop’s country is assumed'),
    body: optional('<text>', 'the text; needed unless a file is attached'),
    to: optional('<number>', 'the shop’s line; by default its primary line'),
    media: optional<readonly string[]>('<file...>', 'attached files, which the service then fetches'),
  },
  check({ body, media = [] }) {
    if (body === undefined && media.length === 0) throw wrongUsage('--body TEXT, --media FILE or both are needed');
  },
  async run({ config, use }, { shop: id, from, to, body = '', media = [] }) {
    refuseTwilio(config, 'text');
    const shop = await namedShop(use, id);
    const sent = { shop: shop.id, from: phoneOf('from', from, shop.country), to: await lineOf(use, shop, to), body };
    const attached: InboundMedia[] = [];
    for (const path of media) attached.push({ url: await keepAtSandbox(use, shop.id, 'media', path), contentType: '' });
    const message = await use(SandboxRecipients).write({ ...sent, media: attached });
    return { document: { message }, text: `The text is stored. Its message id is ${message ?? 'unknown'}.` };
  },
});

const call = onTables({
  name: 'sandbox call',
  changes: true,
  about: 'call a shop, as a customer would; the call ends now',
  input: {
    shop: required('<id>', 'the shop that is called'),
    from: required('<number>', 'the caller’s number; without a country code, the shop’s country is assumed'),
    to: optional('<number>', 'the shop’s line; by default its primary line'),
    missed: flag('nobody answers'),
    seconds: preset('<number>', 'the length of the whole call', 30, wholeNumber(0, LONGEST_SECONDS)),
    recording: optional('<file>', 'the recording of the call, which the service then fetches', { not: 'missed' }),
    voicemail: optional('<file>', 'a voicemail that the caller leaves, which the service then fetches'),
    transcript: optional('<text>', 'the transcript of the call'),
  },
  async run({ config, use }, { shop: id, from, to, missed, seconds, recording, voicemail, transcript = null }) {
    refuseTwilio(config, 'call');
    const shop = await namedShop(use, id);
    const ends = { shop: shop.id, from: phoneOf('from', from, shop.country), to: await lineOf(use, shop, to) };
    const sounds = {
      recording: recording === undefined ? null : await keepSound(use, shop.id, 'recording', recording),
      voicemail: voicemail === undefined ? null : await keepSound(use, shop.id, 'voicemail', voicemail),
    };
    const stored = await use(SandboxCallers).call({ ...ends, missed, seconds, ...sounds, transcript });
    return { document: { call: stored }, text: `The call is stored. Its id is ${stored ?? 'unknown'}.` };
  },
});

export const sandboxCommands = [outbox, receive, call];

function refuseTwilio({ texts }: Config, deed: 'text' | 'call'): void {
  if (texts.provider === 'twilio') throw new Conflict(`TEXT_PROVIDER=twilio: only people can ${deed} through Twilio`);
}

/** The line that the operator named, or the primary line. */
async function lineOf(use: Use, shop: Shop, to: string | undefined): Promise<E164> {
  const { items: lines } = await use(PhoneNumbers).list(shop.id);
  const wanted = to === undefined ? lines[0]?.number : phoneOf('to', to, shop.country);
  if (wanted === undefined) throw new Conflict('the shop has no line: add one with shop-ops number add');
  if (!lines.some(({ number }) => number === wanted)) throw new ValidationError('to', 'is not a line of this shop');
  return wanted;
}

/** Returns the newest hand-overs of one shop, or of all shops, newest first. */
async function newestEntries(use: Use, shop: string | undefined, limit: number, since: Instant | null): Promise<SandboxEntry[]> {
  const shops = shop === undefined ? await use(Shops).list() : [await namedShop(use, shop)];
  const entries: SandboxEntry[] = [];
  for (const { id } of shops) entries.push(...(await use(SandboxOutbox).newest(id, limit, since)));
  return entries.sort(newestFirst).slice(0, limit);
}

function newestFirst(one: SandboxEntry, other: SandboxEntry): number {
  if (one.handedOverAt !== other.handedOverAt) return one.handedOverAt < other.handedOverAt ? 1 : -1;
  return one.id < other.id ? 1 : -1;
}

/** Gives the newest hand-overs, oldest first, and then each further one until the signal. Each comes once. */
async function* followOutbox(
  use: Use,
  shop: string | undefined,
  limit: number,
  stopping: AbortSignal,
): AsyncGenerator<SandboxEntry, void> {
  let seen: Set<string> | null = null;
  let since: Instant | null = null;
  while (!stopping.aborted) {
    const entries = await newestEntries(use, shop, MOST_SHOWN, since);
    const before: ReadonlySet<string> | null = seen;
    const unseen = before ? entries.filter(({ id }) => !before.has(id)) : entries.slice(0, limit);
    yield* unseen.reverse();
    const newest: Instant | undefined = entries[0]?.handedOverAt;
    if (newest !== undefined) since = later(newest, -LATEST_STORED_MS);
    // Entries from before `since` do not come again, so they need not be remembered.
    seen = new Set(entries.map(({ id }) => id));
    await sleep(LOOK_EVERY_MS, undefined, { signal: stopping }).catch(() => undefined); // told to stop: the pause ends early
  }
}

function shown(entry: SandboxEntry) {
  const { id, message, channel, from, to, subject, body, status, handedOverAt } = entry;
  return { id, message, channel, from, to, subject, body, status, handed_over_at: handedOverAt };
}

function columnsOf({ handedOverAt, from, to, status, body }: SandboxEntry): string[] {
  return [handedOverAt, from, to, status, body.replace(/\s+/g, ' ')];
}

type Check = (file: FileHandle) => Promise<void>;

/**
 * Gives the sound of a call to the sandbox, see `keepAtSandbox`. A real provider has only sounds, so any other file is refused
 * here: the service would give it up later, and only its log would say so.
 * @param kind the name of the option, too
 * @throws ValidationError when the file is none that the service stores for a call
 */
function keepSound(use: Use, shop: ShopId, kind: 'recording' | 'voicemail', path: string): Promise<string> {
  return keepAtSandbox(use, shop, kind, path, async (file) => {
    const { size } = await file.stat();
    if (size === 0) throw new ValidationError(kind, `${path} is empty`);
    if (size > SIZE_LIMITS[kind]) throw new ValidationError(kind, `${path} is longer than ${SIZE_LIMITS[kind]} bytes`);
    const types = use(FileTypes);
    const { buffer, bytesRead } = await file.read(new Uint8Array(types.headBytes), { position: 0 });
    const type = await types.typeOf(buffer.subarray(0, bytesRead));
    if (type === null || !isAllowed(kind, type))
      throw new ValidationError(kind, `${path} is no sound (${type ?? 'unknown type'})`);
  });
}

/**
 * Gives a file of this machine to the sandbox, from which the service fetches it like a file of a provider.
 * @param option the name of the option that named the file
 * @returns its address at the sandbox
 * @param check throws when the file is to be refused; it must not move the position in the file
 * @throws ValidationError when it is no file that can be read
 */
async function keepAtSandbox(use: Use, shop: ShopId, option: string, path: string, check?: Check): Promise<string> {
  if (/^[a-z]+:\/\//i.test(path)) throw new ValidationError(option, 'must be a file on this machine, not an address');
  const file = await openFile(option, path);
  try {
    await check?.(file);
    // The cast is safe: a stream without an encoding is read as buffers.
    const content = file.createReadStream({ autoClose: false }) as AsyncIterable<Buffer>;
    return await use(SandboxFiles).keep(shop, content);
  } finally {
    await file.close();
  }
}

async function openFile(option: string, path: string): Promise<FileHandle> {
  const file = await open(path, 'r').catch((error: unknown) => {
    throw new ValidationError(option, `${path} cannot be read (${systemCodeOf(error)})`);
  });
  if ((await file.stat()).isFile()) return file;
  await file.close();
  throw new ValidationError(option, `${path} is no file`);
}
