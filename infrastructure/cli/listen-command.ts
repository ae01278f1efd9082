import { InvalidArgumentError, Option, type Command } from 'commander';
import { ANYWHERE } from '../../adapters/outbound/checked-addresses.js';
import { targetOf } from '../../adapters/outbound/outbound-target.js';
import { UndiciOutboundHttp } from '../../adapters/outbound/undici-outbound-http.js';
import { listenSecret } from '../../adapters/signing/standard-webhook-signer.js';
import { Shops } from '../../application/areas/access/shops.js';
import { EventFeed } from '../../application/areas/events/event-feed.js';
import { EventTypes, requireKind } from '../../application/kernel/events/event-types.js';
import { Clock } from '../../application/kernel/ports/ports.js';
import { WebhookSigner } from '../../application/kernel/ports/webhook-signer.js';
import type { Shop } from '../../domain/access/shop.js';
import { Conflict } from '../../domain/shared/errors.js';
import { DemoFile } from '../demo-data/demo-file.js';
import { feedPages } from './feed-pages.js';
import { Forwarder, type ForwardedTry } from './forwarder.js';
import { namedShop } from './named-shop.js';
import type { Terminal } from './program.js';
import type { Session, Sessions, StoppableSession } from './session.js';

interface ListenOptions {
  readonly forwardTo: string;
  readonly shop?: string;
  readonly events?: readonly string[];
}

type Tell = (document: object, text: string) => void;

/** The same number at once as to a webhook. */
const AT_ONCE = 8;
const PAUSE_MS = 1_000;

export function addListenCommand(program: Command, sessions: Sessions, { stdout }: Terminal): void {
  program
    .command('listen')
    .description('deliver the events of a shop to a local address as a webhook would, from now on, until Ctrl-C')
    .addOption(
      new Option('--forward-to <url>', 'the receiver, such as localhost:8080/hook').argParser(readUrl).makeOptionMandatory(),
    )
    .option('--shop <id>', 'the shop; by default the demo’s first shop, or the only one')
    .addOption(new Option('--events <kinds>', 'only events of these kinds, separated by commas').argParser(readKinds))
    .addHelpText(
      'after',
      '\nA running service numbers the events, so start it first. What fails is tried three times. With --json there is one\n' +
        'document in each line: the first has the secret, each further one is a try.',
    )
    .action(async function (this: Command, options: ListenOptions) {
      const { json = false } = this.optsWithGlobals<{ json?: boolean }>();
      const tell: Tell = (document, text) => stdout.write(`${json ? JSON.stringify(document) : text}\n`);
      await sessions.withTables((session) => listen(session, options, tell));
    });
}

/** Without a scheme, http is meant: receivers on the developer's machine rarely speak TLS. */
function readUrl(text: string): string {
  const url = text.includes('://') ? text : `http://${text}`;
  if (typeof targetOf(url, ANYWHERE) === 'string')
    throw new InvalidArgumentError('It must be an address such as localhost:8080/hook.');
  return url;
}

function readKinds(text: string): readonly string[] {
  return text
    .split(',')
    .map((kind) => kind.trim())
    .filter((kind) => kind !== '');
}

async function listen(
  session: StoppableSession,
  { forwardTo: url, shop: id, events: kinds }: ListenOptions,
  tell: Tell,
): Promise<void> {
  const { use, stopping } = session;
  const shop = await shopOf(session, id);
  for (const kind of kinds ?? []) requireKind(use(EventTypes), kind);
  const feed = use(EventFeed);
  const after = await feed.end(shop.id);
  const secret = await secretOf(session, shop);
  const http = new UndiciOutboundHttp({ policy: ANYWHERE, atOnce: AT_ONCE });
  const forwarder = new Forwarder(http, use(WebhookSigner), use(Clock), { url, secret, pauseMs: PAUSE_MS });
  tell({ shop: shop.id, forward_to: url, secret }, `Events of ${shop.name} go to ${url} from now on.\nThe secret is ${secret}`);
  try {
    for await (const page of feedPages(feed, shop.id, { after }, stopping)) {
      const wanted = page.events.filter(({ type }) => type !== 'ping' && (kinds === undefined || kinds.includes(type)));
      await Promise.all(
        wanted.map((event) =>
          forwarder.forward(event, stopping, (tried) => {
            tell(documentOf(tried), lineOf(tried));
          }),
        ),
      );
    }
  } finally {
    await http.close();
  }
}

/** @throws NotFound when there is no such shop; Conflict when none is named and there are several */
async function shopOf({ config, use }: Session, id: string | undefined): Promise<Shop> {
  const shops = use(Shops);
  const demo = config.demo ? new DemoFile(config.dataDir).read() : null;
  const named = id ?? demo?.shop_id;
  if (named !== undefined) return namedShop(use, named);
  const [only, ...others] = await shops.list();
  if (!only || others.length > 0) throw new Conflict(`there is not exactly one shop: name it with --shop`);
  return only;
}

async function secretOf({ config }: Session, shop: Shop): Promise<string> {
  // Imported on demand, like the session's own database.
  const { signingKeys } = await import('../database/database.js');
  const [signing] = await signingKeys(config);
  return listenSecret(signing, shop.id);
}

function documentOf({ event: { id, number, type }, attempt, status, error, again }: ForwardedTry): object {
  return { id, number, type, attempt, status, error, again };
}

function lineOf({ event: { id, number, type }, status, error, again }: ForwardedTry): string {
  const outcome = error === null ? `delivered (${status})` : `${error}${again ? '; once more soon' : '; given up'}`;
  return [number, type, id, outcome].join('  ');
}
