import { WEEKDAYS } from '../../domain/access/shop.js';
import { instantOf, millisOf, type Instant } from '../../domain/shared/instant.js';
import { isInboxTeammate, type StaffMember } from '../../domain/staff/staff.js';
import { DAY } from './calendar.js';
import { messagesOf, type Talk } from './dialogues.js';
import type { Random } from './random.js';
import type { ShopDemo } from './shop-demo.js';
import type { Story } from './stories.js';
import { vehicleOf } from './vehicles.js';

/** A row whose values a later step may change. */
export type DemoRow = Record<string, unknown> & { id: string; readonly created_at: Instant };
/** The rows of a shop, by the name of their kind. */
export type Rows = Map<string, DemoRow[]>;

/** A story is about people who have worked here at least this long when it happens, because it may begin that long before. */
const SETTLED = 20 * DAY;

/** Tells a story once, with the values of one contact, one service and one time. The templates of its rows ask for them. */
export class Telling {
  /** the id of the last row of a kind */
  readonly ids = new Map<string, string>();
  readonly at: number;
  readonly now: number;
  /** The distances of times from `at` and `now` are multiplied by it, so that the story does not take equally long each time. */
  readonly pace: number;
  private readonly values = new Map<string, unknown>();

  constructor(
    readonly demo: ShopDemo,
    readonly random: Random,
    at: Instant,
    private readonly rows: Rows,
  ) {
    this.at = millisOf(at);
    this.now = millisOf(demo.now);
    this.pace = 0.6 + 0.4 * random.fraction();
  }

  tell({ rows }: Story): void {
    for (const [kind, template] of rows) {
      if (kind === 'vehicles') this.keep(vehicleOf(this.demo, this.random));
      const row: Record<string, unknown> = {};
      for (const [column, value] of template) row[column] = value(this);
      if (kind === 'dialogue')
        this.talk(row as unknown as Talk); // safe: a template of `dialogue` has the values of a `Talk`
      else this.add(kind, row as DemoRow); // every template has a creation time
    }
  }

  /** The value of this name. The story keeps it, and the values that belong to it. */
  valueOf(name: string): unknown {
    if (!this.values.has(name)) this.keep(this.made(name));
    return this.values.get(name);
  }

  private add(kind: string, row: DemoRow): void {
    row.id = this.random.id(millisOf(row.created_at));
    this.ids.set(kind, row.id);
    const known = this.rows.get(kind);
    if (known) known.push(row);
    else this.rows.set(kind, [row]);
  }

  /** Adds the messages of the story's last thread. */
  private talk(talk: Talk): void {
    const thread = this.rows.get('conversations')?.at(-1);
    if (!thread) throw new Error('a dialogue needs a thread before it');
    for (const message of messagesOf(thread, talk, this)) this.add('messages', message);
  }

  private keep(values: object): void {
    for (const [name, value] of Object.entries(values)) this.values.set(name, value);
  }

  private made(name: string): object {
    const { random, demo } = this;
    const { words, mainLine } = demo.shop;
    const filled = (list: string): string => random.filled(random.pick(words[list] as readonly string[]));
    if (['name', 'first', 'phone', 'email'].includes(name)) return demo.contacts.next(random);
    if (['service', 'total', 'balance'].includes(name)) return this.sale();
    if (['city', 'region', 'postal_code'].includes(name)) {
      const [city, region, postal_code] = filled('places').split(', ');
      return { city, region, postal_code };
    }
    if (['transcript', 'summary'].includes(name)) return random.pick(words['transcripts'] as readonly object[]);
    if (name === 'another_phone') return { another_phone: demo.contacts.next(random).phone };
    if (name === 'another_email') return { another_email: demo.contacts.next(random).email };
    if (name === 'plate') return { plate: filled('plates') };
    if (name === 'address') return { address: filled('addresses') };
    if (name === 'line') return { line: mainLine };
    if (name === 'serial') return { serial: demo.nextSerial('former') };
    if (name === 'teammate') return { teammate: random.pick(this.settled().filter(isInboxTeammate)).userId };
    if (name === 'answerer') return { answerer: random.pick(this.settled()).name };
    if (name === 'technician') return { technician: random.pick(this.settled().filter((one) => this.worksThen(one))).id };
    throw new Error(`a story says {{${name}}}, which nothing fills`);
  }

  /** One sale of a service: its name, the total with tax, and the balance after a deposit. */
  private sale(): object {
    const { random, demo } = this;
    const { name, basePrice, pricingModel, tiers } = random.pick(demo.sold);
    const units = pricingModel === 'per_hour' ? random.integer(1, 8) : pricingModel === 'per_sqft' ? random.integer(12, 90) : 1;
    const net = pricingModel === 'tiered' ? random.pick(tiers).price : (basePrice ?? 0) * units;
    const total = Math.round((net * (100 + demo.shop.taxPercent)) / 100);
    return { service: name, total, balance: Math.ceil(total * 0.6) };
  }

  private settled(): StaffMember[] {
    const before = instantOf(this.at - SETTLED);
    return this.demo.staff.filter(({ active, createdAt }) => active && createdAt < before);
  }

  private worksThen({ role, hours }: StaffMember): boolean {
    // In the opening hours of the demo's shops, the day in UTC is also the day in the shop's zone.
    const day = WEEKDAYS[(new Date(this.at).getUTCDay() + 6) % 7] ?? 'mon';
    return role === 'technician' && (hours === null || hours[day] !== undefined);
  }
}
