import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { deliver } from '../../support/delivering.js';
import { eventually } from '../../support/eventually.js';
import { followEvents } from '../../support/follow-events.js';
import { startTestService, type TestService, type TestShop } from '../../support/service.js';
import { Subscriber } from '../../support/subscriber.js';
import { ZapierStandIn, type ZapierApp } from '../../support/zapier-stand-in.js';

let service: TestService;
let shop: TestShop;
let guide: string;

beforeAll(async () => {
  [service, guide] = await Promise.all([startTestService({ privateWebhooks: true }), readFile('docs/connect.md', 'utf8')]);
});
beforeEach(async () => {
  shop = await service.shop();
});
afterEach(() => service.sql('delete from webhooks'));
afterAll(() => service.stop());

/** The block of the guide with this language and name. */
function block(language: string, name: string): string {
  const [, text] = new RegExp(`^\`\`\`${language} ${name}\\n([^]*?)^\`\`\``, 'm').exec(guide) ?? [];
  if (text === undefined) throw new Error(`the guide has no block ${name}`);
  return text;
}

/** Creates a lead, and gives its event the number with which it stands in the feed. */
async function createLead(name: string): Promise<string> {
  const { body } = await shop.full.post('/leads', { name });
  await followEvents(service);
  return body.data.id as string;
}

describe('an integration of Zapier, as the guide writes it', () => {
  let zapier: ZapierStandIn;

  beforeEach(async () => {
    const module = `data:text/javascript,${encodeURIComponent(block('js', 'zapier'))}`;
    // The cast is safe: the stand-in calls what the guide has, and fails where it is not there.
    const { default: app } = (await import(module)) as { default: ZapierApp };
    zapier = await ZapierStandIn.start(app, 'lead_created', { api: `${service.url}/api/v1`, key: shop.full.token ?? '' });
  });
  afterEach(() => zapier.stop());

  const webhooks = async (): Promise<{ enabled: boolean; disabled_reason: string | null }[]> =>
    (await shop.full.get('/webhooks')).body.data;

  it('tells whose key it has', async () => {
    expect(await zapier.testConnection()).toMatchObject({ id: shop.id, name: 'Northside Auto Care' });
  });

  it('is triggered once by each event while a Zap is on, and leaves nothing behind', async () => {
    await zapier.turnOn();
    const lead = await createLead('Dana');
    await shop.full.post('/tasks', { title: 'Of another kind' });
    await deliver(service);
    await eventually(
      () => zapier.triggeredBy.length,
      (count) => count > 0,
    );
    expect(zapier.triggeredBy).toEqual([
      expect.objectContaining({ type: 'lead.created', data: expect.objectContaining({ id: lead }) }),
    ]);
    await zapier.turnOff();
    expect(await webhooks()).toEqual([]);
  });

  it('is switched off by the 410 of a Zap that is gone', async () => {
    await zapier.turnOn();
    await zapier.turnOff('forgotten');
    await createLead('Dana');
    await deliver(service);
    expect(await webhooks()).toMatchObject([{ enabled: false, disabled_reason: 'gone' }]);
  });

  it('shows samples in the form of the deliveries, in a new shop and in one with leads', async () => {
    const shape = (one: unknown): string[] => Object.keys(one as object).sort();
    const [sample] = await zapier.samples();
    expect(sample).toMatchObject({ type: 'lead.created', data: { name: 'Dana Whitfield' } });
    const lead = await createLead('Robin');
    const [real, ...others] = await zapier.samples();
    expect([real, others]).toEqual([expect.objectContaining({ data: expect.objectContaining({ id: lead }) }), []]);
    expect(shape(real)).toEqual(shape(sample));
  });
});

describe('the lines for n8n', () => {
  let hook: Subscriber;
  beforeEach(async () => {
    hook = await Subscriber.start();
  });
  afterEach(() => hook.stop());

  async function run<Answer>(name: string, variables: Readonly<Record<string, string>>): Promise<Answer> {
    const env = { ...process.env, API: `${service.url}/api/v1`, KEY: shop.full.token ?? '', ...variables };
    const { stdout } = await promisify(execFile)('sh', ['-ec', block('sh', name)], { env });
    // The caller names the type of what it reads.
    return (stdout === '' ? undefined : JSON.parse(stdout)) as Answer;
  }

  it('subscribe, act once on an event that comes twice, and unsubscribe', async () => {
    const { data: webhook } = await run<{ data: { id: string } }>('subscribe', { HOOK: hook.url });
    await createLead('Dana');
    await deliver(service);
    expect(hook.received.map(({ event }) => [event.type, event.data['name']])).toEqual([['lead.created', 'Dana']]);
    const act = () => run<{ data: { id: string } }>('act', { EVENT_ID: hook.received[0]?.event.id ?? '' });
    const [first, again] = [await act(), await act()];
    expect(again).toEqual(first);
    expect(await run('unsubscribe', { WEBHOOK: webhook.id })).toBeUndefined();
    await createLead('Robin');
    await deliver(service);
    expect(hook.received.length).toBe(1);
  });

  it('ask for what came while they were off', async () => {
    interface Page {
      readonly data: { readonly data: { readonly name: string } }[];
      readonly meta: { readonly next_after: number };
    }
    await createLead('Before');
    const { meta } = await run<Page>('poll', { AFTER: 'latest' });
    await createLead('Dana');
    const page = await run<Page>('poll', { AFTER: String(meta.next_after) });
    expect(page.data.map(({ data }) => data.name)).toEqual(['Dana']);
  });
});
