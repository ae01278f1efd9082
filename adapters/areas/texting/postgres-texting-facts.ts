import { TextingFacts, type FactsOfShop, type TextingQuestion } from '../../../application/areas/texting/texting-rules.js';
import type { NumberDigests } from '../../../application/kernel/ports/ports.js';
import { STANDARD_SETTINGS, type ShopSettings } from '../../../domain/access/shop.js';
import type { PhoneNumber } from '../../../domain/phone-numbers/phone-number.js';
import type { ShopId } from '../../../domain/shared/id.js';
import { RULES_AT_HAND_OVER } from '../../../domain/texting/may-text.js';
import type { OptOut } from '../../../domain/texting/opt-out.js';
import type { Database } from '../../storage/database.js';
import { statement } from '../../storage/statement.js';
import { nested, nestedRows } from '../../storage/tables/table.js';
import { SETTINGS_OF_SHOP } from '../access/shop.entity.js';
import { LIVE_LINES, phoneNumberTable } from '../phone-numbers/phone-number.entity.js';
import { blockOn, optOutIn, spellings } from './opt-out.entity.js';

const HELD_BACK = RULES_AT_HAND_OVER.map((rule) => `'${rule}'`).join(', ');

/**
 * Reads the facts. Only texts have segments, so no join with the threads is needed: an index alone counts them. `$1` shop, `$2`
 * spellings of the number, `$3` since, `$4` only texts that were begun to be handed over.
 */
const FIND = statement(
  'comms.texting_facts',
  `select ${nested(SETTINGS_OF_SHOP)} as settings, ${nested(LIVE_LINES)} as lines, ${nested(blockOn('$2'))} as blocks,
    texts.count, texts.oldest, coalesce((select k.taken from texts_taken k where k.shop_id = $1), 0) as taken
  from (
    select count(*) as count, min(n.created_at) as oldest from (
      select m.created_at from messages m
      where m.shop_id = $1 and m.created_at >= $3 and m.direction = 'outbound' and m.origin = 'service' and m.segments is not null
        and not m.keyword_answer
        and not (m.status = 'queued' and $4) and (m.error is null or m.error not in (${HELD_BACK}))
      order by m.created_at desc
      limit coalesce(
        (select s.texts_per_hour from shop_settings s where s.shop_id = $1), ${STANDARD_SETTINGS.textsPerHour})
    ) n
  ) texts`,
);

interface Row extends Pick<FactsOfShop, 'count' | 'oldest' | 'taken'> {
  readonly settings: readonly ShopSettings[];
  readonly lines: readonly PhoneNumber[];
  readonly blocks: readonly OptOut[];
}
const NOTHING: Row = { settings: [], lines: [], blocks: [], count: 0, oldest: null, taken: 0 };

export class PostgresTextingFacts extends TextingFacts {
  constructor(
    private readonly database: Database,
    private readonly digests: NumberDigests,
  ) {
    super();
  }

  override async find(shop: ShopId, { number, since, taken }: TextingQuestion): Promise<FactsOfShop> {
    const spelled = number === null ? [] : spellings(this.digests, shop, number);
    const [row = NOTHING] = await this.database.read<Row>(FIND, [shop, spelled, since, taken]);
    const block = optOutIn(row.blocks);
    return {
      settings: row.settings[0] ?? STANDARD_SETTINGS,
      lines: nestedRows(phoneNumberTable, row.lines),
      block: block && number ? { ...block, number } : null,
      count: row.count,
      oldest: row.oldest,
      taken: row.taken,
    };
  }
}
