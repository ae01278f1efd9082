import { LRUCache } from 'lru-cache';
import { TextingFacts, type FactsOfShop, type TextingQuestion } from '../../../application/areas/texting/texting-rules.js';
import type { NumberDigests } from '../../../application/kernel/ports/ports.js';
import { STANDARD_SETTINGS, type ShopSettings } from '../../../domain/access/shop.js';
import type { PhoneNumber } from '../../../domain/phone-numbers/phone-number.js';
import type { ShopId } from '../../../domain/shared/id.js';
import { later, type Instant } from '../../../domain/shared/instant.js';
import { RULES_AT_HAND_OVER } from '../../../domain/texting/may-text.js';
import type { OptOut } from '../../../domain/texting/opt-out.js';
import type { Database } from '../../storage/database.js';
import { statement, type Statement } from '../../storage/statement.js';
import { nested, nestedRows } from '../../storage/tables/table.js';
import { Together, type TogetherOutcome } from '../../storage/records/together.js';
import { SETTINGS_OF_SHOP } from '../access/shop.entity.js';
import { LIVE_LINES, phoneNumberTable } from '../phone-numbers/phone-number.entity.js';
import { blocksOn, optOutIn, spellings } from './opt-out.entity.js';

const HELD_BACK = RULES_AT_HAND_OVER.map((rule) => `'${rule}'`).join(', ');

const FACTS = `${nested(SETTINGS_OF_SHOP)} as settings, ${nested(LIVE_LINES)} as lines, ${nested(blocksOn('$2'))} as blocks,
    coalesce((select k.taken from texts_taken k where k.shop_id = $1), 0) as taken`;
/**
 * Reads the facts. Only texts have segments, so no join with the threads is needed: an index alone counts them. `$1` shop, `$2`
 * spellings of the number, `$3` since, `$4` only texts that were begun to be handed over.
 */
const FIND = statement(
  'comms.texting_facts',
  `select ${FACTS}, texts.count, texts.oldest
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
/** Reads the same facts, and counts no texts. */
const FIND_UNCOUNTED = statement('comms.texting_facts_uncounted', `select ${FACTS}`);

/** The time for which a count is used again, and how many of them. */
const COUNT_MS = 1_000;
const MOST_COUNTS = 1_000;

interface Row extends Pick<FactsOfShop, 'count' | 'oldest' | 'taken'> {
  readonly settings: readonly ShopSettings[];
  readonly lines: readonly PhoneNumber[];
  readonly blocks: readonly OptOut[];
}
type Counted = Pick<FactsOfShop, 'count' | 'taken'> & Pick<TextingQuestion, 'since'>;

const NOTHING: Row = { settings: [], lines: [], blocks: [], count: 0, oldest: null, taken: 0 };

/**
 * A count reads each text of the last hour, so ten thousand texts that are due at once would be read ten thousand times. A count at
 * hand-over is therefore used again within a second. With all texts that were taken since, there are at most as many.
 */
export class PostgresTextingFacts extends TextingFacts {
  private readonly counts = new LRUCache<ShopId, Counted>({ max: MOST_COUNTS });
  private readonly handOvers: Together<TextingQuestion, FactsOfShop>;

  constructor(
    private readonly database: Database,
    private readonly digests: NumberDigests,
  ) {
    super();
    const many = async (shop: ShopId, questions: readonly TextingQuestion[]): Promise<TogetherOutcome<FactsOfShop>[]> =>
      (await this.atHandOver(shop, questions)).map((result) => ({ kind: 'done', result }));
    this.handOvers = new Together(database, {
      alone: async (shop, question) => firstOf(await this.atHandOver(shop, [question])),
      many,
    });
  }

  override async find(shop: ShopId, question: TextingQuestion): Promise<FactsOfShop> {
    if (question.taken) return this.handOvers.run(shop, question);
    return firstOf(await this.read(FIND, shop, [question], [question.since, false]));
  }

  /** All questions are answered by the count since the earliest of their times, which differ by milliseconds. */
  private async atHandOver(shop: ShopId, questions: readonly TextingQuestion[]): Promise<FactsOfShop[]> {
    const since = questions.map((question) => question.since).reduce((one, other) => (other < one ? other : one));
    const before = this.counts.get(shop);
    if (before && isRecent(before, since)) {
      const facts = await this.read(FIND_UNCOUNTED, shop, questions);
      const { taken, settings } = firstOf(facts);
      const most = before.count + taken - before.taken;
      if (taken >= before.taken && most < settings.textsPerHour) return facts.map((each) => ({ ...each, count: most }));
    }
    const facts = await this.read(FIND, shop, questions, [since, true]);
    const { count, taken, settings } = firstOf(facts);
    // A count that ends at the limit does not tell how many there are.
    if (count < settings.textsPerHour) this.counts.set(shop, { count, taken, since });
    else this.counts.delete(shop);
    return facts;
  }

  /** Reads the facts for several numbers of a shop. They differ in the blocks. */
  private async read(
    query: Statement,
    shop: ShopId,
    questions: readonly TextingQuestion[],
    more: readonly unknown[] = [],
  ): Promise<FactsOfShop[]> {
    const asked = questions.map(({ number }) => ({
      number,
      spelled: number === null ? [] : spellings(this.digests, shop, number),
    }));
    const [row] = await this.database.read<Row>(query, [shop, asked.flatMap(({ spelled }) => spelled), ...more]);
    const { settings, lines, blocks, count, oldest, taken } = { ...NOTHING, ...row };
    const facts = {
      settings: settings[0] ?? STANDARD_SETTINGS,
      lines: nestedRows(phoneNumberTable, lines),
      count,
      oldest,
      taken,
    };
    return asked.map(({ number, spelled }) => {
      const block = optOutIn(blocks.filter((each) => spelled.includes(each.number)));
      return { ...facts, block: block && number ? { ...block, number } : null };
    });
  }
}

/** The facts that all questions share are those of the first. */
function firstOf([facts]: readonly FactsOfShop[]): FactsOfShop {
  if (!facts) throw new Error('a question has no answer');
  return facts;
}

function isRecent({ since }: Counted, asked: Instant): boolean {
  return since <= asked && asked <= later(since, COUNT_MS);
}
