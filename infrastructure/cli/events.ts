import { setTimeout as sleep } from 'node:timers/promises';
import { InvalidArgumentError } from 'commander';
import { ANYWHERE } from '../../adapters/outbound/checked-addresses.js';
import { targetOf } from '../../adapters/outbound/outbound-target.js';
import { UndiciOutboundHttp } from '../../adapters/outbound/undici-outbound-http.js';
import { listenSecret } from '../../adapters/signing/standard-webhook-signer.js';
import { Shops } from '../../application/areas/access/shops.js';
import {
  EventFeed,
  feedPage,
  type FeedPage,
  type FeedQuery,
  type NumberedEvent,
} from '../../application/areas/events/event-feed.js';
import { FeedEventView } from '../../application/areas/events/event.view.js';
import { EventTypes, requireKind } from '../../application/kernel/events/event-types.js';
import { Clock } from '../../application/kernel/ports/ports.js';
import { WebhookSigner } from '../../application/kernel/ports/webhook-signer.js';
import type { Shop } from '../../domain/access/shop.js';
import { Conflict } from '../../domain/shared/errors.js';
import type { ShopId } from '../../domain/shared/id.js';
import { DemoFile } from '../demo-data/demo-file.js';
import { flag, onTables, optional, preset, required, wholeNumber } from './command.js';
import { Forwarder, type ForwardedTry } from './forwarder.js';
import { asTable } from './outcome.js';
import type { Session } from './session.js';
import { idOf, namedShop } from './typed.js';

const LOOK_EVERY_MS = 500;
const MOST_EVENTS = 500;
/** The same number at once as to a webhook. */
const AT_ONCE = 8;
const PAUSE_MS = 1_000;

const events = onTables({
  name: 'events',
  about: 'show the events of a shop, in their order: the newest, or those after a position',
  input: {
    shop: required('<id>', 'the shop whose records changed'),
    after: optional('<number>', 'only events with a higher number', wholeNumber(0, 999_999_999_999_999)),
    type: optional('<kind>', 'only events of this kind, such as lead.created'),
    record: optional('<id>', 'only events about the record with this id'),
    limit: preset('<number>', 'how many to show', 20, wholeNumber(1, MOST_EVENTS)),
    follow: flag('show further ones as they come, until Ctrl-C; with --json one document in each line'),
  },
  async run({ use, stdout, json, stopping }, { shop: id, after, type, record, limit, follow }) {
    const { id: shop } = await namedShop(use, id);
    requireKind(use(EventTypes), type);
    const feed = use(EventFeed);
    const filter = { type, record: record === undefined ? undefined : idOf(record) };
    const query = { ...filter, after: after ?? (await feed.beforeNewest(shop, limit, filter)), limit };
    if (follow) {
      for await (const page of feedPages(feed, shop, query, stopping))
        for (const event of page.events)
          stdout.write(`${json ? JSON.stringify(FeedEventView.of(event)) : columnsOf(event).join('  ')}\n`);
      return null;
    }
    const page = await feedPage(feed, shop, query);
    const none = `There are no events. The position is ${page.next}.`;
    return {
      document: { items: page.events.map((event) => FeedEventView.of(event)), next_after: page.next },
      text: asTable(['NUMBER', 'TIME', 'TYPE', 'RECORD', 'OPERATION'], page.events.map(columnsOf), none),
    };
  },
});

function columnsOf({ number, createdAt, type, data, cause }: NumberedEvent): string[] {
  const record = data['id'] ?? data['customer'];
  return [String(number), createdAt, type, typeof record === 'string' ? record : '-', cause.operation ?? '-'];
}

const listen = onTables({
  name: 'listen',
  about: 'deliver the events of a shop to a local address as a webhook would, from now on, until Ctrl-C',
  input: {
    forwardTo: required('<url>', 'the receiver, such as localhost:8080/hook', { read: readUrl }),
    shop: optional('<id>', 'the shop; by default the demo’s first shop, or the only one'),
    events: optional('<kinds>', 'only events of these kinds, separated by commas', { read: readKinds }),
  },
  help:
    '\nA running service numbers the events, so start it first. What fails is tried three times. With --json there is one\n' +
    'document in each line: the first has the secret, each further one is a try.',
  async run(session, { forwardTo: url, shop: id, events: kinds }) {
    const { use, stopping, stdout, json } = session;
    const tell = (document: object, text: string): unknown => stdout.write(`${json ? JSON.stringify(document) : text}\n`);
    const shop = await shopOf(session, id);
    for (const kind of kinds ?? []) requireKind(use(EventTypes), kind);
    const feed = use(EventFeed);
    const after = await feed.end(shop.id);
    const secret = await secretOf(session, shop);
    const http = new UndiciOutboundHttp({ policy: ANYWHERE, atOnce: AT_ONCE });
    const forwarder = new Forwarder(http, use(WebhookSigner), use(Clock), { url, secret, pauseMs: PAUSE_MS });
    tell({ shop: shop.id, forward_to: url, secret }, `Events of ${shop.name} go to ${url} from now on.\nThe secret is ${secret}`);
    const forward = (event: NumberedEvent): Promise<void> =>
      forwarder.forward(event, stopping, (tried) => tell(shownTry(tried), lineOf(tried)));
    try {
      for await (const page of feedPages(feed, shop.id, { after }, stopping)) {
        const wanted = page.events.filter(({ type }) => type !== 'ping' && (kinds === undefined || kinds.includes(type)));
        await Promise.all(wanted.map(forward));
      }
    } finally {
      await http.close();
    }
    return null;
  },
});

export const eventCommands = [events, listen];

/** Gives one page after the other until the signal. A page after the last event may be empty. */
async function* feedPages(
  feed: EventFeed,
  shop: ShopId,
  query: Omit<FeedQuery, 'limit'>,
  stopping: AbortSignal,
): AsyncGenerator<FeedPage, void> {
  let { after } = query;
  while (!stopping.aborted) {
    const page = await feedPage(feed, shop, { ...query, after, limit: MOST_EVENTS });
    yield page;
    after = page.next;
    if (page.events.length === MOST_EVENTS) continue;
    await sleep(LOOK_EVERY_MS, undefined, { signal: stopping }).catch(() => undefined); // told to stop: the pause ends early
  }
}

/** Without a scheme, http is meant: receivers on the developer's machine rarely speak TLS. */
function readUrl(text: string): string {
  const url = text.includes('://') ? text : `http://${text}`;
  if (typeof targetOf(url, ANYWHERE) === 'string')
    throw new InvalidArgumentError('It must be an address such as localhost:8080/hook.');
  return url;
}

function readKinds(text: string): readonly string[] {
  const kinds = text.split(',').map((kind) => kind.trim());
  return kinds.filter((kind) => kind !== '');
}

/** @throws NotFound when there is no such shop; Conflict when none is named and there are several */
async function shopOf({ config, use }: Session, id: string | undefined): Promise<Shop> {
  const demo = config.demo ? new DemoFile(config.dataDir).read() : null;
  const named = id ?? demo?.shop_id;
  if (named !== undefined) return namedShop(use, named);
  const [only, ...others] = await use(Shops).list();
  if (!only || others.length > 0) throw new Conflict(`there is not exactly one shop: name it with --shop`);
  return only;
}

async function secretOf({ config }: Session, shop: Shop): Promise<string> {
  // Imported on demand, like the session's own database.
  const { signingKeys } = await import('../database/database.js');
  const [signing] = await signingKeys(config);
  return listenSecret(signing, shop.id);
}

function shownTry({ event: { id, number, type }, attempt, status, error, again }: ForwardedTry): object {
  return { id, number, type, attempt, status, error, again };
}

function lineOf({ event: { id, number, type }, status, error, again }: ForwardedTry): string {
  const outcome = error === null ? `delivered (${status})` : `${error}${again ? '; once more soon' : '; given up'}`;
  return [number, type, id, outcome].join('  ');
}
