import { inCall } from '../../../adapters/call-time.js';
import { CreateShop } from '../../../application/areas/access/manage-shops.js';
import { leadEvents } from '../../../application/areas/leads/lead.view.js';
import { Leads } from '../../../application/areas/leads/leads.js';
import { Announcer, unannounced } from '../../../application/kernel/events/announcer.js';
import { NO_CAUSE } from '../../../application/kernel/events/cause.js';
import { Ids, UnitOfWork } from '../../../application/kernel/ports/ports.js';
import { openLead, type Lead } from '../../../domain/leads/lead.js';
import { startTestService, type TestService, type TestShop } from '../../support/service.js';

const POOL = 4;

let service: TestService;
let shop: TestShop;
let units: UnitOfWork;

beforeAll(async () => {
  service = await startTestService({ poolSize: POOL });
  shop = await service.shop();
  units = service.container.get(UnitOfWork);
});
afterAll(() => service.stop());

const leads = (): Leads => service.container.get(Leads);

async function addLead(name: string): Promise<Lead> {
  const decision = openLead(
    { id: service.container.get(Ids).next(), name, email: null, phone: null, source: null },
    service.clock.now(),
  );
  const announced = service.container.get(Announcer).announce(leadEvents, null, decision, NO_CAUSE);
  await leads().add(shop.id, { ...announced, entries: [] });
  return decision.next;
}

const stored = async (): Promise<unknown[]> =>
  (await service.sql<{ name: string }>('select first_name as name from leads where shop_id = $1 order by 1', [shop.id])).map(
    ({ name }) => name,
  );

afterEach(async () => {
  await service.sql('delete from leads where shop_id = $1', [shop.id]);
});

describe('a nested unit of work', () => {
  it('is committed with the outer one', async () => {
    await units.run(async () => {
      await addLead('Outer');
      await units.run(() => addLead('Inner'));
      expect(await stored()).toEqual([]);
    });
    expect(await stored()).toEqual(['Inner', 'Outer']);
  });

  it('is rolled back with the outer one', async () => {
    const failing = units.run(async () => {
      await units.run(() => addLead('Inner'));
      await units.run(() => service.container.get(CreateShop).execute({ name: 'Undone' }));
      throw new Error('the outer one fails');
    });
    await expect(failing).rejects.toThrow('the outer one fails');
    expect(await stored()).toEqual([]);
    expect(await service.sql(`select from shops where name = 'Undone'`)).toEqual([]);
  });

  it('rolls the outer one back when it fails, even if the failure is ignored', async () => {
    const failing = units.run(async () => {
      await addLead('Outer');
      await units
        .run(async () => {
          await addLead('Inner');
          throw new Error('the inner one fails');
        })
        .catch(() => undefined);
    });
    await expect(failing).rejects.toThrow('a part of this unit of work failed');
    expect(await stored()).toEqual([]);
  });

  it('releases its connection', async () => {
    for (let n = 0; n < 2 * POOL; n += 1) {
      await units.run(() => units.run(() => addLead('Inner')));
      await expect(units.run(() => units.run(() => Promise.reject(new Error('fails'))))).rejects.toThrow('fails');
    }
    expect(await stored()).toHaveLength(2 * POOL);
  });
});

it('a unit of work stores nothing if one of its statements failed, even if the failure is ignored', async () => {
  const lead = await addLead('First');
  const failing = units.run(async () => {
    await addLead('Second');
    await leads()
      .add(shop.id, { ...unannounced(lead, true), entries: [] })
      .catch(() => undefined);
  });
  await expect(failing).rejects.toThrow('a part of this unit of work failed');
  expect(await stored()).toEqual(['First']);
});

describe('a change of a table’s column types', () => {
  /** Makes so many calls that every connection of the pool has prepared their statements. */
  const everywhere = (path: string): Promise<number[]> =>
    Promise.all(Array.from({ length: 4 * POOL }, async () => (await shop.full.get(path)).status));
  /** Reads in as many units of work at once as leads may have connections of the pool, and undoes them. */
  async function onTheirConnections(read: () => Promise<unknown>): Promise<void> {
    let begun = 0;
    let go: () => void = () => undefined;
    const allHaveBegun = new Promise<void>((resolve) => (go = resolve));
    const unit = async (): Promise<never> => {
      await addLead('Robin');
      begun += 1;
      if (begun === POOL / 2) go();
      await allHaveBegun;
      await read();
      throw new Error('this unit is undone');
    };
    await Promise.allSettled(Array.from({ length: POOL / 2 }, () => units.run(unit)));
  }
  const change = (type: string): Promise<unknown> => service.sql(`alter table leads alter column source type ${type}`);

  it('makes no call fail, on any connection', async () => {
    const { id } = await addLead('Dana');
    for (const type of ['varchar(400)', 'text']) {
      expect(new Set([...(await everywhere('/leads')), ...(await everywhere(`/leads/${id}`))])).toEqual(new Set([200]));
      await change(type);
      const changed = await shop.full.patch(`/leads/${id}`, { status: type === 'text' ? 'won' : 'contacted' });
      expect(changed.status).toBe(200);
      expect(new Set([...(await everywhere('/leads')), ...(await everywhere(`/leads/${id}`))])).toEqual(new Set([200]));
    }
  });

  it('makes no unit of work fail, which is stored once', async () => {
    const { id } = await addLead('Dana');
    await onTheirConnections(() => leads().find(shop.id, id));
    await change('varchar(400)');
    const found = await units.run(async () => {
      await addLead('Robin');
      return leads().find(shop.id, id);
    });
    expect(found).toMatchObject({ id });
    expect(await stored()).toEqual(['Dana', 'Robin']);
    await change('text');
  });
});

describe('a unit of work whose call is over', () => {
  const OVER = 'the call took too long; nothing changed, try again shortly';
  const inShortCall = (work: () => Promise<unknown>): Promise<unknown> => inCall({ left: 200 }, () => units.run(work));

  it('ends, so that its connection comes back, also when its work never does', async () => {
    const hanging = Array.from({ length: 3 * POOL }, () =>
      inShortCall(async () => {
        await addLead('Hanging');
        await new Promise(() => undefined);
      }),
    );
    for (const one of hanging) await expect(one).rejects.toThrow(OVER);
    await units.run(() => addLead('Later'));
    expect(await stored()).toEqual(['Later']);
  });

  it('writes nothing more, also when it was waiting for its connection', async () => {
    let free = (): void => undefined;
    const taken = new Promise<void>((resolve) => (free = resolve));
    const holding = Array.from({ length: POOL }, () =>
      units.run(async () => {
        await addLead('Undone');
        await taken;
        throw new Error('it is undone');
      }),
    );
    await expect(inShortCall(() => addLead('Late'))).rejects.toThrow(OVER);
    free();
    await Promise.allSettled(holding);
    await units.run(() => addLead('Later'));
    expect(await stored()).toEqual(['Later']);
  });
});
