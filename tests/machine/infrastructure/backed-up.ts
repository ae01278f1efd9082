import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MediaFile } from '../../../domain/media/media-file.js';
import type { ThreadMessage } from '../../../domain/texting/message.js';
import type { ScheduledMessage } from '../../../domain/texting/scheduled-message.js';
import { aConversation } from '../../support/builders/a-conversation.js';
import { aStoredMessage } from '../../support/builders/a-message.js';
import { aScheduledMessage } from '../../support/builders/a-scheduled-message.js';
import { aWebhook } from '../../support/builders/a-webhook.js';
import { fillWithMedia, mediaShop } from '../../support/carried-media.js';
import { command, type Ran } from '../../support/command-line.js';
import { startTestService, type TestService, type TestShop } from '../../support/service.js';
import { at } from '../../support/test-clock.js';
import { aLivelyShop } from '../export/a-lively-shop.js';

export const KEYS = 'a-signing-key-of-the-tests';

/** A deployment with a lively shop and a shop with files and with what waits to be sent, and a backup of it. */
export interface BackedUp {
  readonly here: TestService;
  readonly shop: TestShop;
  readonly media: TestShop;
  /** those of `media` */
  readonly files: readonly MediaFile[];
  /** the number of the files of all shops */
  readonly count: number;
  readonly waiting: ThreadMessage;
  readonly overdue: ScheduledMessage;
  readonly future: ScheduledMessage;
  readonly root: string;
  /** what the command said of the backup */
  readonly made: Ran['document'];
  cli(url: string, ...args: string[]): Promise<Ran>;
  /** a folder for backups; without a name that of `made` */
  place(name?: string): string;
  close(): Promise<void>;
}

export async function backedUp(): Promise<BackedUp> {
  const here = await startTestService();
  const root = await mkdtemp(join(tmpdir(), 'backup-test-'));
  const settings = { SIGNING_KEYS: KEYS, DATA_DIR: root, RECORDINGS: `file:${here.recordings.folder}` };
  const cli = (url: string, ...args: string[]): Promise<Ran> => command({ DATABASE_URL: url, ...settings }, ...args);
  const place = (name = 'backups'): string => join(root, name);
  const [shop, media] = [await here.shop(), await here.shop()];
  await aLivelyShop(here, shop);
  const files = await fillWithMedia(here, media, mediaShop());
  const count = (await here.sql(`select from media_files where status = 'stored'`)).length;
  const thread = await aConversation(here, media, {});
  const dueAt = at('2026-03-01T09:00:00.000Z');
  const waiting = await aStoredMessage(here, media, thread, { direction: 'outbound', status: 'queued', dueAt });
  const overdue = await aScheduledMessage(here, media);
  const future = await aScheduledMessage(here, media, { sendAt: at('2099-03-03T15:00:00.000Z') });
  await here.sql(
    `insert into webhook_deliveries (shop_id, id, webhook_id, event_id, event_type, status, attempt, next_attempt_at, created_at)
     values ($1, gen_random_uuid(), $2, gen_random_uuid(), 'lead.created', 'pending', 0, now(), now())`,
    [media.id, await aWebhook(here, media, 'https://subscriber.example/')],
  );
  const made = (await cli(here.databaseUrl, 'backup', '--to', place(), '--json')).document;
  const close = async (): Promise<void> => {
    await here.stop();
    await rm(root, { recursive: true, force: true });
  };
  return { here, shop, media, files, count, waiting, overdue, future, root, made, cli, place, close };
}

/** The databases in which backups of a service are verified. Verifications of other tests make theirs on the same server. */
export async function throwAwayDatabases(service: TestService): Promise<string[]> {
  const own = `'shop_ops_verify_' || (select oid from pg_database where datname = current_database()) || '_'`;
  const found = await service.sql<{ datname: string }>(`select datname from pg_database where starts_with(datname, ${own})`);
  return found.map(({ datname }) => datname);
}
