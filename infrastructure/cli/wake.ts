import { Outgoing } from '../../application/areas/outgoing/outgoing.js';
import { ResumeOutgoing } from '../../application/areas/outgoing/switch-outgoing.js';
import type { ShopId } from '../../domain/shared/id.js';
import { argument, flag, onTables, optional, wrongUsage } from './command.js';
import { asTable } from './outcome.js';
import { pausesInWords, shownPause } from './outgoing.js';
import type { Session } from './session.js';
import { namedShop } from './typed.js';

const ABOUT_WAKE = `
A copy that was restored from a backup, or started with OUTGOING=off, reaches nobody until then, and so does a shop that was imported. What became due meanwhile is
not sent: messages end as refused or failed with silent, and deliveries are canceled. What is due later goes out in its time.
What was paused by hand before stays paused until shop-ops outgoing resume.
Type the name of the database, which the refusal names, or --yes: the deployment that was saved must not send the same.`;

/** So many are listed. */
const MOST_LISTED = 1000;

interface Waiting {
  readonly kind: 'message' | 'scheduled_message' | 'delivery';
  readonly shop: string;
  readonly id: string;
  readonly due_at: string;
  readonly overdue: boolean;
}

const WAITING = `select kind, shop, id, due_at, due_at <= now() as overdue from (
    select 'message' as kind, shop_id as shop, id, created_at as due_at from messages where status = 'queued'
    union all select 'scheduled_message', shop_id, id, send_at from scheduled_messages where status = 'scheduled'
    union all select 'delivery', shop_id, id, next_attempt_at from webhook_deliveries where status = 'pending'
  ) waiting where $1::uuid is null or shop = $1 order by due_at, id limit ${MOST_LISTED}`;

const wake = onTables({
  name: 'wake',
  changes: true,
  about: 'let things leave a restored copy again',
  input: {
    name: argument<string | undefined>('[database]', 'the name of the database, as a confirmation'),
    shop: optional('<id>', 'only this shop, which was imported; its id is the confirmation'),
    yes: flag('wake it without its name'),
    list: flag('only show what waits'),
    sendDue: flag('also send what became due meanwhile'),
  },
  help: ABOUT_WAKE,
  check({ name, shop }) {
    if (shop !== undefined && name !== undefined) throw wrongUsage('--shop needs no name of the database');
  },
  async run(session, { name, shop: typed, yes, list, sendDue }) {
    const shop = typed === undefined ? null : (await namedShop(session.use, typed)).id;
    if (list) return listed(session, shop);
    const [found] = await session.dataSource.query<[{ name: string }]>('select current_database() as name');
    if (shop === null && !yes && name !== found.name)
      throw new Error(`texts, e-mails and webhooks would leave this copy: type shop-ops wake ${found.name}, or add --yes`);
    const dropOlderThanMs = sendDue ? null : 0;
    const wanted = { ways: [], shop, isWaking: true, dropOlderThanMs, dropReason: 'silent', confirmed: true } as const;
    const { ended, dropped } = await session.use(ResumeOutgoing).execute(wanted);
    const left = (await session.use(Outgoing).open()).filter(
      (pause) => shop === null || pause.shop === null || pause.shop === shop,
    );
    const lines = [
      ended.length > 0 ? `Awake: ${pausesInWords(ended)}. ${dropped} that were due are not sent.` : 'Nothing was silent.',
      ...(left.length > 0 ? [`Still paused: ${pausesInWords(left)}. shop-ops outgoing status says why.`] : []),
    ];
    return {
      document: { resumed: ended.map(shownPause), dropped, still_paused: left.map(shownPause) },
      text: lines.join('\n'),
      isUnchanged: ended.length === 0,
    };
  },
});

async function listed({ dataSource }: Session, of: ShopId | null) {
  const waiting = await dataSource.query<Waiting[]>(WAITING, [of]);
  const rows = waiting.map(({ kind, shop, id, due_at: due, overdue }) => [
    kind,
    shop,
    id,
    due,
    overdue ? 'would not be sent' : '',
  ]);
  return { document: { waiting }, text: asTable(['KIND', 'SHOP', 'ID', 'DUE', ''], rows, 'Nothing waits.'), isUnchanged: true };
}

export const wakeCommands = [wake];
