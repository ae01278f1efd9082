import { setTimeout as sleep } from 'node:timers/promises';
import { InvalidArgumentError } from 'commander';
import { ANYWHERE } from '../../adapters/outbound/checked-addresses.js';
import { targetOf } from '../../adapters/outbound/outbound-target.js';
import { UndiciOutboundHttp } from '../../adapters/outbound/undici-outbound-http.js';
import { listenSecret } from '../../adapters/signing/standard-webhook-signer.js';
import { Shops } from '../../application/areas/access/shops.js';
import {
  EventArrivals,
  EventFeed,
  feedPage,
  followFeed,
  Pruned,
  type FeedPage,
  type FeedQuery,
  type NumberedEvent,
} from '../../application/areas/events/event-feed.js';
import { FeedEventView } from '../../application/areas/events/event.view.js';
import { EventTypes, requireKind } from '../../application/kernel/events/event-types.js';
import { Clock } from '../../application/kernel/ports/ports.js';
import { WebhookSigner } from '../../application/kernel/ports/webhook-signer.js';
import type { Shop } from '../../domain/access/shop.js';
import { Conflict, Unavailable } from '../../domain/shared/errors.js';
import type { ShopId } from '../../domain/shared/id.js';
import { DemoFile } from '../demo-data/demo-file.js';
import { flag, onTables, optional, preset, required, wholeNumber, type Terminal } from './command.js';
import { Forwarder, type ForwardedTry } from './forwarder.js';
import { ListenPlace } from './listen-place.js';
import { asTable } from './outcome.js';
import type { Session } from './session.js';
import { idOf, namedShop } from './typed.js';

/** How often a reader of the feed hears that there is nothing new. */
const BEAT_MS = 15_000;
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
  async run(session, { shop: id, after, type, record, limit, follow }) {
    const { use, stdout, json } = session;
    const { id: shop } = await namedShop(use, id);
    requireKind(use(EventTypes), type);
    const feed = use(EventFeed);
    const filter = { type, record: record === undefined ? undefined : idOf(record) };
    const query = { ...filter, after: after ?? (await feed.beforeNewest(shop, limit, filter)), limit };
    if (follow) {
      for await (const page of feedPages(session, shop, query))
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
  about: 'deliver the events of a shop to a local address as a webhook would, until Ctrl-C',
  input: {
    forwardTo: required('<url>', 'the receiver, such as localhost:8080/hook', { read: readUrl }),
    shop: optional('<id>', 'the shop; by default the demo’s first shop, or the only one'),
    events: optional('<kinds>', 'only events of these kinds, separated by commas', { read: readKinds }),
    fromNow: flag('leave out what happened since it last ran'),
  },
  help:
    '\nA running service numbers the events. It may be restarted meanwhile. The first time, it begins with what comes from now on.\n' +
    'Started again for the same address, it goes on where it was: what happened between comes, too. What fails is tried three times.\n' +
    'With --json there is one document in each line: the first has the secret, each further one is a try.',
  async run(session, { forwardTo: url, shop: id, events: kinds, fromNow }) {
    const { config, use, stopping, stdout, json } = session;
    const tell = (document: object, text: string): unknown => stdout.write(`${json ? JSON.stringify(document) : text}\n`);
    const shop = await shopOf(session, id);
    for (const kind of kinds ?? []) requireKind(use(EventTypes), kind);
    const place = new ListenPlace(config.dataDir, shop.id, url);
    const after = await startOf(use(EventFeed), shop.id, fromNow ? null : place.read());
    await place.keep(after);
    const secret = await secretOf(session, shop);
    const http = new UndiciOutboundHttp({ policy: ANYWHERE, atOnce: AT_ONCE });
    const forwarder = new Forwarder(http, use(WebhookSigner), use(Clock), { url, secret, pauseMs: PAUSE_MS });
    const told = `Events of ${shop.name} after number ${after} go to ${url}.\nThe secret is ${secret}`;
    tell({ shop: shop.id, forward_to: url, secret, after }, told);
    const forward = (event: NumberedEvent): Promise<void> =>
      forwarder.forward(event, stopping, (tried) => tell(shownTry(tried), lineOf(tried)));
    try {
      for await (const page of feedPages(session, shop.id, { after })) {
        const wanted = page.events.filter(({ type }) => kinds === undefined || kinds.includes(type));
        await Promise.all(wanted.map(forward));
        if (!stopping.aborted) await place.keep(page.next);
      }
    } finally {
      await http.close();
    }
    return null;
  },
});

export const eventCommands = [events, listen];

/**
 * Gives the pages of a feed as events come, until the signal. When the database was away, it goes on where it was.
 * @param query with the position after which it begins
 */
async function* feedPages(
  { use, stopping, stderr }: Pick<Session, 'use' | 'stopping'> & Pick<Terminal, 'stderr'>,
  shop: ShopId,
  query: Omit<FeedQuery, 'limit'>,
): AsyncGenerator<FeedPage, void> {
  const feed = use(EventFeed);
  let { after } = query;
  const outage = { isTold: false };
  while (!stopping.aborted) {
    try {
      const wanted = { ...query, after, limit: MOST_EVENTS };
      const following = { shop, query: wanted, first: await feedPage(feed, shop, wanted), beatMs: BEAT_MS };
      outage.isTold = false;
      for await (const page of followFeed(feed, use(EventArrivals), following, stopping)) {
        after = page.next;
        yield page;
      }
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      if (!outage.isTold) stderr.write(`${error.message}; going on when it is back\n`);
      outage.isTold = true;
      await sleep(PAUSE_MS, undefined, { signal: stopping }).catch(() => undefined); // told to stop: the pause ends early
    }
  }
}

/** The position at which a listener goes on: where the last one to the same address was, if the feed still has what follows. */
async function startOf(feed: EventFeed, shop: ShopId, kept: number | null): Promise<number> {
  const end = await feed.end(shop);
  if (kept === null || kept > end) return end; // nobody has listened yet, or it was another database
  try {
    await feedPage(feed, shop, { after: kept, limit: 1 });
    return kept;
  } catch (error) {
    if (error instanceof Pruned) return error.oldest;
    throw error;
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
