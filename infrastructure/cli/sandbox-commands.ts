import { type Command, InvalidArgumentError, Option } from 'commander';
import { SandboxRecipients } from '../../adapters/sms/sandbox/sandbox-recipients.js';
import type { InboundMedia } from '../../application/areas/texting/provider-events.js';
import type { Shop } from '../../domain/access/shop.js';
import { Conflict } from '../../domain/shared/errors.js';
import type { Use } from '../modules/use.js';
import { wrongUsage } from './import-command.js';
import { namedShop } from './named-shop.js';
import { printing, type Outcome } from './outcome.js';
import type { Terminal } from './program.js';
import { addSandboxCall } from './sandbox-call.js';
import { lineOf, numberOf } from './sandbox-ends.js';
import { keepAtSandbox } from './sandbox-file.js';
import { followOutbox, newestEntries, shownEntry } from './sandbox-outbox.js';
import type { Sessions } from './session.js';
import { inColumns } from './table.js';

interface OutboxOptions {
  readonly shop?: string;
  readonly limit: number;
  readonly follow?: boolean;
}

interface ReceiveOptions {
  readonly shop: string;
  readonly from: string;
  readonly to?: string;
  readonly body?: string;
  readonly media?: readonly string[];
}

const MOST_SHOWN = 1_000;

export function addSandboxCommands(program: Command, sessions: Sessions, terminal: Terminal): void {
  const sandbox = program.command('sandbox').description('see what the sandbox got instead of sending it, and play a customer');
  const outbox = sandbox
    .command('outbox')
    .description('show the texts and e-mails that the sandbox got, newest first')
    .option('--shop <id>', 'only those of this shop')
    .addOption(new Option('--limit <number>', 'how many to show').argParser(readLimit).default(20))
    .option('--follow', 'show further ones as they come, oldest first, until Ctrl-C; with --json one document in each line');
  outbox.action(async function (this: Command, options: OutboxOptions) {
    if (!options.follow) return printing((given: OutboxOptions) => show(sessions, given)).call(this, options);
    const { json = false } = this.optsWithGlobals<{ json?: boolean }>();
    return follow(sessions, terminal, options, json);
  });
  sandbox
    .command('receive')
    .description('send a text to a shop, as a customer would')
    .requiredOption('--shop <id>', 'the shop that gets the text')
    .requiredOption('--from <number>', 'the customer’s number; without a country code, the shop’s country is assumed')
    .option('--body <text>', 'the text; needed unless a file is attached')
    .option('--to <number>', 'the shop’s line; by default its primary line')
    .option('--media <file...>', 'attached files, which the service then fetches')
    .action(printing((options: ReceiveOptions) => receive(sessions, options)));
  addSandboxCall(sandbox, sessions);
}

function readLimit(text: string): number {
  const limit = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > MOST_SHOWN) throw new InvalidArgumentError(`It must be a whole number from 1 to ${MOST_SHOWN}.`);
  return limit;
}

function show(sessions: Sessions, { shop, limit }: OutboxOptions): Promise<Outcome> {
  return sessions.withTables(async ({ use }) => {
    const entries = await newestEntries(use, shop, limit, null);
    const items = entries.map(shownEntry);
    const rows = items.map((item) => [item.handed_over_at, item.from, item.to, item.status, item.body.replace(/\s+/g, ' ')]);
    const text = inColumns([['HANDED OVER', 'FROM', 'TO', 'STATUS', 'BODY'], ...rows]);
    return { document: { items }, text: items.length === 0 ? 'The sandbox got nothing yet.' : text };
  });
}

function follow(sessions: Sessions, { stdout }: Terminal, { shop, limit }: OutboxOptions, json: boolean): Promise<void> {
  return sessions.withTables(async ({ use, stopping }) => {
    for await (const entry of followOutbox(use, shop, limit, stopping)) {
      const { handed_over_at, from, to, status, body, ...rest } = shownEntry(entry);
      const line = json
        ? JSON.stringify({ ...rest, from, to, body, status, handed_over_at })
        : [handed_over_at, from, to, status, body.replace(/\s+/g, ' ')].join('  ');
      stdout.write(`${line}\n`);
    }
  });
}

async function receive(sessions: Sessions, { shop: id, from, to, body, media = [] }: ReceiveOptions): Promise<Outcome> {
  if (body === undefined && media.length === 0) throw wrongUsage('--body TEXT, --media FILE or both are needed');
  return sessions.withTables(async ({ config, use }) => {
    if (config.texts.provider === 'twilio') throw new Conflict('TEXT_PROVIDER=twilio: only people can text through Twilio');
    const shop = await namedShop(use, id);
    const sent = { shop: shop.id, from: numberOf('from', from, shop), to: await lineOf(use, shop, to), body: body ?? '' };
    const message = await use(SandboxRecipients).write({ ...sent, media: await attached(use, shop, media) });
    return { document: { message }, text: `The text is stored. Its message id is ${message ?? 'unknown'}.` };
  });
}

async function attached(use: Use, { id }: Shop, paths: readonly string[]): Promise<InboundMedia[]> {
  const media: InboundMedia[] = [];
  for (const path of paths) media.push({ url: await keepAtSandbox(use, id, 'media', path), contentType: '' });
  return media;
}
