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
 * spellings of the number, `$3` since, `$4` only texts that were begun to be handed over, `$5` false: no text is counted.
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
      limit case when $5 then coalesce(
        (select s.texts_per_hour from shop_settings s where s.shop_id = $1), ${STANDARD_SETTINGS.textsPerHour}) else 0 end
    ) n
  ) texts`,
);

interface Row extends Pick<FactsOfShop, 'count' | 'oldest' | 'taken'> {
  readonly settings: readonly ShopSettings[];
  readonly lines: readonly PhoneNumber[];
  readonly blocks: readonly OptOut[];
}
const NOTHING: Row = { settings: [], lines: [], blocks: [], count: 0, oldest: null, taken: 0 };

/** So near the hourly limit, the texts are counted each time. It is more than are handed over at once. */
const NEAR = 100;

/**
 * A count reads each text of the last hour, so ten thousand texts that are due at once would be read ten thousand times. A count at
 * hand-over therefore holds for the next texts: with all that were taken since, there are at most as many.
 */
export class PostgresTextingFacts extends TextingFacts {
  private readonly counted = new Map<ShopId, Pick<FactsOfShop, 'count' | 'taken'>>();

  constructor(
    private readonly database: Database,
    private readonly digests: NumberDigests,
  ) {
    super();
  }

  override async find(shop: ShopId, question: TextingQuestion): Promise<FactsOfShop> {
    if (!question.taken) return this.read(shop, question, true);
    const before = this.counted.get(shop);
    if (before) {
      const facts = await this.read(shop, question, false);
      const most = before.count + facts.taken - before.taken;
      if (most < facts.settings.textsPerHour - NEAR) return { ...facts, count: most };
    }
    const facts = await this.read(shop, question, true);
    // A count that ends at the limit does not tell how many there are.
    if (facts.count < facts.settings.textsPerHour) this.counted.set(shop, { count: facts.count, taken: facts.taken });
    else this.counted.delete(shop);
    return facts;
  }

  private async read(shop: ShopId, { number, since, taken }: TextingQuestion, counts: boolean): Promise<FactsOfShop> {
    const spelled = number === null ? [] : spellings(this.digests, shop, number);
    const [row = NOTHING] = await this.database.read<Row>(FIND, [shop, spelled, since, taken, counts]);
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
