import { Option, type Command } from 'commander';
import { EventFeed, feedPage, type FeedQuery, type NumberedEvent } from '../../application/areas/events/event-feed.js';
import { FeedEventView } from '../../application/areas/events/event.view.js';
import { EventTypes, requireKind } from '../../application/kernel/events/event-types.js';
import { NOBODY, toId, type ShopId } from '../../domain/shared/id.js';
import type { Use } from '../modules/use.js';
import { feedPages, MOST_AT_ONCE } from './feed-pages.js';
import { namedShop } from './named-shop.js';
import { printing, type Outcome } from './outcome.js';
import type { Terminal } from './program.js';
import type { Sessions } from './session.js';
import { inColumns } from './table.js';
import { wholeNumber } from './whole-number.js';

interface EventOptions {
  readonly shop: string;
  readonly after?: number;
  readonly type?: string;
  readonly record?: string;
  readonly limit: number;
  readonly follow?: boolean;
}

export function addEventCommand(program: Command, sessions: Sessions, terminal: Terminal): void {
  const events = program
    .command('events')
    .description('show the events of a shop, in their order: the newest, or those after a position')
    .requiredOption('--shop <id>', 'the shop whose records changed')
    .addOption(new Option('--after <number>', 'only events with a higher number').argParser(wholeNumber(0, 999_999_999_999_999)))
    .option('--type <kind>', 'only events of this kind, such as lead.created')
    .option('--record <id>', 'only events about the record with this id')
    .addOption(new Option('--limit <number>', 'how many to show').argParser(wholeNumber(1, MOST_AT_ONCE)).default(20))
    .option('--follow', 'show further ones as they come, until Ctrl-C; with --json one document in each line');
  events.action(async function (this: Command, options: EventOptions) {
    if (!options.follow) return printing((given: EventOptions) => show(sessions, given)).call(this, options);
    const { json = false } = this.optsWithGlobals<{ json?: boolean }>();
    return follow(sessions, terminal, options, json);
  });
}

function show(sessions: Sessions, options: EventOptions): Promise<Outcome> {
  return sessions.withTables(async ({ use }) => {
    const { shop, query } = await queryOf(use, options);
    const { events, next } = await feedPage(use(EventFeed), shop, query);
    const text = inColumns([['NUMBER', 'TIME', 'TYPE', 'RECORD', 'OPERATION'], ...events.map(columnsOf)]);
    const document = { items: events.map((event) => FeedEventView.of(event)), next_after: next };
    return { document, text: events.length === 0 ? `There are no events. The position is ${next}.` : text };
  });
}

function follow(sessions: Sessions, { stdout }: Terminal, options: EventOptions, json: boolean): Promise<void> {
  return sessions.withTables(async ({ use, stopping }) => {
    const { shop, query } = await queryOf(use, options);
    for await (const { events } of feedPages(use(EventFeed), shop, query, stopping)) {
      for (const event of events) {
        stdout.write(`${json ? JSON.stringify(FeedEventView.of(event)) : columnsOf(event).join('  ')}\n`);
      }
    }
  });
}

/** @throws NotFound when there is no such shop; ValidationError when there is no such kind */
async function queryOf(
  use: Use,
  { shop: id, after, type, record, limit }: EventOptions,
): Promise<{ readonly shop: ShopId; readonly query: FeedQuery }> {
  const { id: shop } = await namedShop(use, id);
  requireKind(use(EventTypes), type);
  const filter = { type, record: record === undefined ? undefined : (toId(record) ?? NOBODY) };
  const from = after ?? (await use(EventFeed).beforeNewest(shop, limit, filter));
  return { shop, query: { ...filter, after: from, limit } };
}

function columnsOf({ number, createdAt, type, data, cause }: NumberedEvent): string[] {
  const record = data['id'] ?? data['customer'];
  return [String(number), createdAt, type, typeof record === 'string' ? record : '-', cause.operation ?? '-'];
}
