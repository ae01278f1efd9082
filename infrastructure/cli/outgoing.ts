import { InvalidArgumentError } from 'commander';
import { Outgoing } from '../../application/areas/outgoing/outgoing.js';
import { PauseOutgoing, ResumeOutgoing, type SwitchedPart } from '../../application/areas/outgoing/switch-outgoing.js';
import { WAYS, type Pause } from '../../domain/outgoing/pause.js';
import type { ShopId } from '../../domain/shared/id.js';
import type { Use } from '../modules/use.js';
import { flag, onTables, optional } from './command.js';
import { asTable } from './outcome.js';
import { namedShop } from './typed.js';

const WITHOUT_WAY = `
Without --texts, --emails, --webhooks and --fetches the command is about all four.`;

const ABOUT_PAUSES = `
While texts, e-mails or webhooks are paused, they are taken in and wait, also scheduled ones and those of rules.
This time does not make them late. A pause takes effect on every instance within a second, and outlasts restarts.${WITHOUT_WAY}`;

const ABOUT_ENDS = `
Without --shop it also ends the pauses of single shops. When the rules of texting are asked again, they may refuse what waited.
Where the provider refuses the account, one text is tried at once.${WITHOUT_WAY}`;

const part = {
  shop: optional('<id>', 'only what leaves this shop'),
  texts: flag('texts'),
  emails: flag('e-mails'),
  webhooks: flag('deliveries to webhooks'),
  fetches: flag('the fetching of recordings and attachments'),
};

interface TypedPart extends Readonly<Record<(typeof WAYS)[number], boolean>> {
  readonly shop: string | undefined;
}

const pause = onTables({
  name: 'outgoing pause',
  changes: true,
  about: 'let nothing leave until outgoing resume',
  input: { ...part, reason: optional('<text>', 'why, for whoever asks for the status') },
  help: ABOUT_PAUSES,
  async run({ use }, { reason = null, ...typed }) {
    const wanted = await partOf(use, typed);
    const begun = await use(PauseOutgoing).execute({ ...wanted, cause: 'operator', reason });
    const text = begun.length > 0 ? `Paused: ${pausesInWords(begun)}.` : 'All of it was paused already.';
    return { document: { paused: begun.map(shownPause) }, text };
  },
});

const resume = onTables({
  name: 'outgoing resume',
  changes: true,
  about: 'end pauses, so that what waits leaves',
  input: {
    ...part,
    dropOlderThan: optional('<time>', 'end what was due longer ago, such as 30s, 15m, 2h or 1d, instead of sending it', {
      read: readDuration,
    }),
    yes: flag('also end pauses that began with OUTGOING=off or with a restore'),
  },
  help: ABOUT_ENDS,
  async run({ use }, { dropOlderThan = null, yes, ...typed }) {
    const wanted = await partOf(use, typed);
    const done = await use(ResumeOutgoing).execute({
      ...wanted,
      isWaking: false,
      dropOlderThanMs: dropOlderThan,
      dropReason: 'paused',
      confirmed: yes,
    });
    const left = await use(Outgoing).open();
    const { ended, tried, dropped } = done;
    const lines = [
      ended.length > 0 ? `${ended.length} ended: ${pausesInWords(ended)}.` : 'No pause by hand was there to end.',
      ...(dropped > 0 ? [`${dropped} that were due earlier are not sent.`] : []),
      ...(tried.length > 0 ? [`Tried at once, as the account was refused: ${pausesInWords(tried)}.`] : []),
      ...(left.length > 0 ? [`Still paused: ${pausesInWords(left)}.`] : []),
    ];
    const document = {
      resumed: ended.map(shownPause),
      tried: tried.map(shownPause),
      dropped,
      still_paused: left.map(shownPause),
    };
    return { document, text: lines.join('\n') };
  },
});

const status = onTables({
  name: 'outgoing status',
  about: 'show what is paused, since when and why',
  async run({ use }) {
    const pauses = (await use(Outgoing).open()).map(shownPause);
    const rows = pauses.map(({ way, shop, cause, since, try_at: next, reason }) => [
      ...[way, shop ?? 'all', cause, since, next, reason],
    ]);
    const headings = ['WAY', 'SHOP', 'CAUSE', 'SINCE', 'NEXT TRY', 'REASON'];
    return { document: { pauses }, text: asTable(headings, rows, 'Nothing is paused.') };
  },
});

export const outgoingCommands = [pause, resume, status];

async function partOf(use: Use, typed: TypedPart): Promise<SwitchedPart> {
  const shop: ShopId | null = typed.shop === undefined ? null : (await namedShop(use, typed.shop)).id;
  return { ways: WAYS.filter((way) => typed[way]), shop };
}

export function shownPause({ way, shop, cause, reason, since, tryAt }: Pause) {
  return { way, shop, cause, reason, since, try_at: tryAt };
}

export function pausesInWords(pauses: readonly Pause[]): string {
  return pauses.map(({ way, shop }) => (shop === null ? way : `${way} of ${shop}`)).join(', ');
}

const MS_OF = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

function readDuration(text: string): number {
  const [, number, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  if (number === undefined) throw new InvalidArgumentError('It must be a time such as 30s, 15m, 2h or 1d.');
  return Number(number) * MS_OF[unit as keyof typeof MS_OF]; // safe: the pattern knows no other unit
}
