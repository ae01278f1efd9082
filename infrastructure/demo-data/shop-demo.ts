import { PHONE_NUMBERS } from '../../application/areas/phone-numbers/phone-numbers.js';
import type { ImportedRecord } from '../../application/transfer/import-kind.js';
import type { RecordWrites } from '../../application/transfer/import-store.js';
import { ALL_FEATURES, type Shop } from '../../domain/access/shop.js';
import type { Service } from '../../domain/services/service.js';
import { later, millisOf, type Instant } from '../../domain/shared/instant.js';
import type { StaffMember } from '../../domain/staff/staff.js';
import { DemoCalendar, DAY, HOUR } from './calendar.js';
import { DemoContacts } from './contacts.js';
import { created, kindNamed, parsed, recordOf, writesOf } from './demo-records.js';
import { readRows, type DemoShop } from './demo-shops.js';
import { finish } from './finish.js';
import { Random } from './random.js';
import type { StoryCounts } from './sizes.js';
import { STORIES, type Story } from './stories.js';
import { Telling, type Rows } from './telling.js';

const DAYS = /^([+-]?\d+)\.\.([+-]?\d+) (days|workdays)$/;
const CLOCK_CHANGE = /^clock change ([+-]\d+)h$/;

/** The demo of one shop. The same seed and time make the same records. */
export class ShopDemo {
  readonly stored: Shop;
  readonly calendar: DemoCalendar;
  readonly contacts: DemoContacts;
  readonly staff: readonly StaffMember[];
  /** the services for which a job can be */
  readonly sold: readonly Service[];
  /** the records that the shop has from the beginning */
  readonly base: readonly RecordWrites[];
  private readonly serials: Record<string, number> = { vehicles: 100_000, jobs: 1000, quotes: 5000, invoices: 20_000 };

  constructor(
    readonly shop: DemoShop,
    readonly now: Instant,
    private readonly seed: string,
  ) {
    const { id, name, timezone, country, currency } = shop;
    const states = { suspended: false, planLapsed: false, features: ALL_FEATURES, createdAt: later(now, -400 * DAY) };
    this.stored = { id, name, timezone, country, currency, ...states };
    this.calendar = new DemoCalendar(shop, now);
    this.contacts = new DemoContacts(shop);
    const [staff, services, lines] = [this.first('staff'), this.first('services'), this.first('phone-numbers')];
    this.base = [
      created(kindNamed('staff').record, staff),
      created(kindNamed('services').record, services),
      created(PHONE_NUMBERS, lines),
    ];
    // The casts are safe: the kinds `staff` and `services` have made these records.
    this.staff = staff as unknown as StaffMember[];
    this.sold = (services as unknown as Service[]).filter(isSold);
  }

  /** Tells the stories of one block. Each block covers the same year up to now. */
  block(number: number, counts: StoryCounts = this.shop.counts): Rows {
    const random = new Random(`${this.seed} ${this.shop.id} ${number}`);
    const rows: Rows = new Map();
    for (const [group, stories] of Object.entries(STORIES)) {
      const count = group in counts ? counts[group as 'leads'] : stories.length;
      for (let told = 0; told < count; told += 1) this.tell(stories[told % stories.length], random, rows);
    }
    finish(rows, this, counts.sounds);
    return rows;
  }

  writesOf(rows: Rows): Iterable<RecordWrites> {
    return writesOf(rows, this.stored, this.now);
  }

  nextSerial(of: string): number {
    const next = (this.serials[of] ?? 0) + 1;
    this.serials[of] = next;
    return next;
  }

  /** Reads the records of a file of the shop. `days` is how many days ago each was created. */
  private first(kind: string): ImportedRecord[] {
    const random = new Random(`${this.seed} ${this.shop.id} ${kind}`);
    return readRows(`${this.shop.folder}/${kind}`).map(({ days, ...row }) => {
      const createdAt = later(this.now, -Number(days) * DAY);
      const id = random.id(millisOf(createdAt));
      if (kind === 'phone-numbers') return { ...row, id, createdAt, externalId: null, origin: 'service' };
      const own = kind === 'staff' ? { user_id: random.id(millisOf(createdAt)) } : {};
      const read = parsed(kindNamed(kind), { ...row, ...own, id, created_at: createdAt }, this.shop);
      return recordOf(kindNamed(kind), read, this.stored, this.now);
    });
  }

  private tell(story: Story | undefined, random: Random, rows: Rows): void {
    const at = story && this.timeOf(story, random);
    if (at) new Telling(this, random, at, rows).tell(story);
  }

  /** Null: it happens at a change of the shop's clocks, and there was none. */
  private timeOf({ at }: Story, random: Random): Instant | null {
    const [, hours] = CLOCK_CHANGE.exec(at) ?? [];
    const { clockChange } = this.calendar;
    if (hours !== undefined) return clockChange && later(clockChange, Number(hours) * HOUR);
    const [, from, to, unit] = DAYS.exec(at) ?? [];
    if (from === undefined) throw new Error(`a story happens at ${at}`);
    const [first, last] = [Number(from), Number(to)];
    if (unit === 'workdays') return this.calendar.workingTime(random.integer(first, last), random);
    return later(this.now, Math.round((first + random.fraction() * (last - first)) * DAY));
  }
}

/** Neither a retired service nor an add-on, and no service without a price or a duration, such as a voucher. */
function isSold({ active, addon, pricingModel, durationMinutes }: Service): boolean {
  return active && !addon && pricingModel !== 'custom' && (pricingModel !== 'flat' || durationMinutes !== null);
}
