import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { PoolClient } from 'pg';
import { outboxRelay } from '../../../adapters/queue/outbox-relay.js';
import { EventFollower } from '../../../adapters/storage/outbox/event-follower.js';
import { EventFeed, feedPage } from '../../../application/areas/events/event-feed.js';
import type { ShopId } from '../../../domain/shared/id.js';
import { sharedTestService, type TestService } from '../../support/service.js';

const INSERT = `insert into outbox (shop_id, id, type, data, created_at) values ($1, $2, 'lead.created', '{}', $3)`;

/** The steps of a history. A writer has one transaction at a time, and a reader goes on from the position of its last page. */
const STEP = fc.oneof(
  fc.record({ step: fc.constantFrom('insert', 'commit', 'rollback'), who: fc.integer({ min: 0, max: 2 }) }),
  fc.record({ step: fc.constantFrom('relay', 'killed relay'), who: fc.constant(0) }),
  fc.record({ step: fc.constant('read'), who: fc.integer({ min: 0, max: 1 }) }),
);

/** Fails in the transaction of the relay, after the events have their numbers. */
class Killed extends EventFollower {
  override follow(): Promise<void> {
    return Promise.reject(new Error('killed'));
  }
}

let service: TestService;

beforeAll(async () => {
  service = await sharedTestService();
});
afterAll(async () => {
  await service.sql('delete from outbox'); // these events have no records
  await service.stop();
});

/** One history on a shop of its own. Each step is what its name says. */
class History {
  private readonly writers = new Map<number, { readonly client: PoolClient; readonly ids: string[] }>();
  readonly committed = new Set<string>();
  private readonly readers = [0, 1].map(() => ({ position: 0, seen: [] as string[] }));
  /** Later events may have earlier times, as on several machines. */
  private time = Date.UTC(2026, 2, 1);

  constructor(private readonly shop: ShopId) {}

  async take(step: string, who: number): Promise<void> {
    if (step === 'insert') await this.insert(who);
    else if (step === 'commit' || step === 'rollback') await this.end(who, step);
    else if (step === 'read') await this.read(who);
    else await this.relay(step === 'killed relay' ? [new Killed()] : []);
  }

  async finish(): Promise<readonly (readonly string[])[]> {
    for (const who of [...this.writers.keys()]) await this.end(who, 'commit');
    await this.relay([]);
    for (const who of this.readers.keys()) await this.read(who, 100);
    return this.readers.map(({ seen }) => seen);
  }

  private async insert(who: number): Promise<void> {
    const known = this.writers.get(who);
    const writer = known ?? { client: await service.connections.pool.connect(), ids: [] };
    this.writers.set(who, writer);
    if (!known) await writer.client.query('begin');
    const id = randomUUID();
    writer.ids.push(id);
    this.time -= 1000;
    await writer.client.query(INSERT, [this.shop, id, new Date(this.time).toISOString()]);
  }

  private async end(who: number, how: 'commit' | 'rollback'): Promise<void> {
    const writer = this.writers.get(who);
    if (!writer) return;
    this.writers.delete(who);
    await writer.client.query(how);
    writer.client.release();
    if (how === 'commit') for (const id of writer.ids) this.committed.add(id);
  }

  private async relay(followers: readonly EventFollower[]): Promise<void> {
    const client = await service.connections.pool.connect();
    const relay = outboxRelay({ eventWorks: [], followers, enqueue: () => Promise.resolve(), clock: service.clock });
    let died = false;
    await relay.run(client).catch(() => {
      died = true;
    });
    client.release(died);
  }

  private async read(who: number, limit = 2): Promise<void> {
    const reader = this.readers[who]!;
    const page = await feedPage(service.container.get(EventFeed), this.shop, { after: reader.position, limit });
    for (const { id, number } of page.events) {
      expect(number).toBeGreaterThan(reader.position);
      reader.position = number;
      reader.seen.push(id);
    }
    expect(page.next).toBeGreaterThanOrEqual(reader.position);
    reader.position = page.next;
  }
}

it('each reader gets each committed change once, however writers, relays and readers take turns', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(STEP, { minLength: 8, maxLength: 24 }), async (steps) => {
      const { id } = await service.shop();
      const history = new History(id);
      for (const { step, who } of steps) await history.take(step, who);
      const [one, other] = await history.finish();
      expect(one).toEqual(other);
      expect(new Set(one)).toEqual(history.committed);
      expect(one).toHaveLength(history.committed.size);
    }),
    { numRuns: 8, plugins: [fc.interruptAfterTimeLimit(10_000)] },
  );
});
