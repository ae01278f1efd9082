import { randomUUID } from 'node:crypto';
import type { Answer } from '../../support/api.js';
import { freshVin } from '../../support/areas/vehicles.js';
import { aCustomer } from '../../support/builders/records.js';
import { importRows, type Row } from '../../support/importing.js';
import type { TestService, TestShop } from '../../support/service.js';

/** A kind of record in which other systems keep their own ids and facts. */
export interface AnnotatedKind {
  /** the name of its list, and of its files */
  readonly kind: string;
  readonly noun: string;
  readonly updated: string;
  /** true: a POST makes such records */
  readonly isPosted: boolean;
  /** true: REST can set the external id */
  readonly isNamed: boolean;
  /** the fields of a new record, and others of the same */
  readonly fields: (shop: TestShop) => Promise<{ readonly first: Row; readonly second: Row }>;
}

const email = (): string => `${randomUUID()}@example.com`;
const fields = (first: Row, second: Row) => Promise.resolve({ first, second });
const posted = { isPosted: true, isNamed: true } as const;
const ownerOf = async (shop: TestShop): Promise<string> => (await aCustomer(shop.full)).id as string;

export const KINDS: readonly AnnotatedKind[] = [
  {
    ...{ kind: 'leads', noun: 'lead', updated: 'lead.updated', ...posted },
    fields: () => fields({ name: 'Dana Whitfield', source: 'fair' }, { name: 'Dana Okafor' }),
  },
  {
    ...{ kind: 'customers', noun: 'customer', updated: 'customer.updated', ...posted },
    fields: () => fields({ name: 'Dana Whitfield', email: email() }, { name: 'Dana Okafor' }),
  },
  {
    ...{ kind: 'vehicles', noun: 'vehicle', updated: 'vehicle.updated', ...posted },
    fields: async (shop) => fields({ customer_id: await ownerOf(shop), vin: freshVin(), make: 'Honda' }, { color: 'red' }),
  },
  {
    ...{ kind: 'tasks', noun: 'task', updated: 'task.updated', ...posted },
    fields: () => fields({ title: 'Call back', priority: 'high' }, { notes: 'Prefers mornings' }),
  },
  {
    ...{ kind: 'conversations', noun: 'conversation', updated: 'conversation.updated', isPosted: false, isNamed: true },
    fields: () => fields({ channel: 'email', subject: 'Fleet prices' }, {}),
  },
  {
    ...{ kind: 'jobs', noun: 'job', updated: 'job.updated', isPosted: false, isNamed: false },
    fields: async (shop) => fields({ customer_id: await ownerOf(shop), title: 'Full paint correction' }, {}),
  },
];

export const titled = (kinds: readonly AnnotatedKind[]) => kinds.map((one) => [one.kind, one] as const);

let imported = 0;

/** Makes a record by POST or else by an import. The test fails if it is not made. */
export async function made(kind: AnnotatedKind, service: TestService, shop: TestShop, more: Row = {}): Promise<Answer['body']> {
  const { first } = await kind.fields(shop);
  if (kind.isPosted) {
    const answer = await shop.full.post(`/${kind.kind}`, { ...first, ...more });
    expect([answer.status, answer.text]).toEqual([201, expect.anything()]);
    return answer.body.data;
  }
  imported += 1;
  const before = new Set((await listed(kind, shop, 'limit=100')).map(({ id }) => id as string));
  await importRows(service, shop, kind.kind, [{ external_id: `I-${imported}`, ...first, ...more }], { origin: 'service' });
  const record = (await listed(kind, shop, 'limit=100')).find(({ id }) => !before.has(id as string));
  if (more['external_id'] !== undefined || !kind.isNamed) return record;
  return (await changed(kind, shop, record.id, { external_id: null })).body.data;
}

/** Changes a record in the way of its kind. */
export function changed({ kind }: AnnotatedKind, shop: TestShop, id: string, change: Row): Promise<Answer> {
  const [api, path] = [shop.full, `/${kind}/${id}`];
  return ['tasks', 'conversations'].includes(kind) ? api.post(path, change) : api.patch(path, change);
}

/** The record as its list answers it. */
export async function listed({ kind }: AnnotatedKind, { read }: TestShop, query: string): Promise<Answer['body'][]> {
  const all = kind === 'tasks' ? '&status=all' : '';
  return (await read.get(`/${kind}?${query}${all}`)).body.data as Answer['body'][];
}

/** The events about a record, without the one of its making. */
export function updatesOf({ sql }: Pick<TestService, 'sql'>, id: string): Promise<{ type: string; data: Row }[]> {
  return sql(`select type, data from outbox where data->>'id' = $1 and type not like '%.created' order by created_at, id`, [id]);
}
