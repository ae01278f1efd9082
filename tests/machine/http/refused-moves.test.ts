import type { Operation } from '../../../application/kernel/operation/operation.js';
import { CONVERSATION_MOVES } from '../../../domain/inbox/conversation.js';
import { JOB_MOVES } from '../../../domain/jobs/job.js';
import { LEAD_MOVES } from '../../../domain/leads/lead.js';
import { importRows, type Row } from '../../support/importing.js';
import { operations } from '../../support/registry.js';
import { startTestService, type TestService, type TestShop } from '../../support/service.js';
import { withoutMove } from '../../support/without-move.js';

let service: TestService;
let shop: TestShop;
beforeAll(async () => {
  const moving = MACHINES.map(({ tool }) => tool);
  service = await startTestService({
    operations: operations.map((operation) => (moving.includes(operation.name) ? asTool(operation) : operation)),
  });
  shop = await service.shop();
  await importRows(service, shop, 'customers', [{ external_id: 'C', name: 'Dana', email: 'dana@example.com' }]);
});
afterAll(() => service.stop());

interface Machine {
  readonly records: 'leads' | 'jobs' | 'conversations';
  /** the move that the table loses */
  readonly move: readonly [from: string, to: string];
  readonly without: <T>(work: () => T | Promise<T>) => Promise<T>;
  readonly method: 'PATCH' | 'POST';
  readonly tool: string;
  /** the input that asks for the move */
  readonly asked: Row;
  readonly column: 'status' | 'stage';
  /** the row that makes the record, without its state */
  readonly row: Row;
  readonly problem: string;
}

const MACHINES: readonly Machine[] = [
  {
    records: 'leads',
    move: ['lost', 'won'],
    without: (work) => withoutMove(LEAD_MOVES, 'lost', 'won', work),
    method: 'PATCH',
    tool: 'leads.update',
    asked: { status: 'won' },
    column: 'status',
    row: { name: 'Dana Whitfield' },
    problem: 'a lead cannot move from lost to won',
  },
  {
    records: 'jobs',
    move: ['completed', 'lead'],
    without: (work) => withoutMove(JOB_MOVES, 'completed', 'lead', work),
    method: 'PATCH',
    tool: 'jobs.move',
    asked: { stage: 'lead' },
    column: 'stage',
    row: { customer_external_id: 'C' },
    problem: 'a job cannot move from completed to lead',
  },
  {
    records: 'conversations',
    move: ['closed', 'snoozed'],
    without: (work) => withoutMove(CONVERSATION_MOVES, 'closed', 'snoozed', work),
    method: 'POST',
    tool: 'conversations.change',
    asked: { snooze: true },
    column: 'status',
    row: { channel: 'sms', contact_number: '+16135550142' },
    problem: 'a thread cannot move from closed to snoozed',
  },
];

/** The operation as a tool, too, with the refusal in its document. Today no table forbids a move, and no tool makes one. */
function asTool(operation: Operation): Operation {
  const errors = [...(operation.errors ?? []), 'conflict'] as const;
  return { ...operation, errors, capability: { permission: 'inbox.access', budget: 'write' } };
}

describe.each(MACHINES)('a move of $records that the table does not have', (machine) => {
  const { records, move, without, method, tool, asked, column, row, problem } = machine;
  const [from, to] = move;
  const bring = (state: string) => importRows(service, shop, records, [{ external_id: 'X', ...row, [column]: state }]);
  let id: string;

  beforeAll(async () => {
    expect(await bring(from)).toMatchObject({ created: 1, errors: [] });
    const [found] = await service.sql<{ id: string }>(`select id from ${records} where shop_id = $1 and external_id = 'X'`, [
      shop.id,
    ]);
    id = found?.id ?? '';
  });
  afterEach(async () => {
    const [stored] = await service.sql<Row>(`select ${column} as state from ${records} where shop_id = $1 and id = $2`, [
      shop.id,
      id,
    ]);
    expect(stored).toEqual({ state: from });
  });

  it('is refused by REST and by the capability endpoint with 409', async () => {
    const refused = { error: { code: 'conflict', message: problem } };
    const rest = await without(() => shop.full.send(method, `/api/v1/${records}/${id}`, { body: asked }));
    expect([rest.status, rest.body]).toEqual([409, refused]);
    const capability = await without(() => shop.full.post(`/${tool.replace('.', '/')}`, { id, ...asked }));
    expect([capability.status, capability.body]).toEqual([409, refused]);
  });

  it('is refused by the tool', async () => {
    const { isError, content } = await without(() => shop.full.tool(tool, { id, ...asked }));
    expect([isError, content[0].text]).toEqual([true, expect.stringContaining(problem)]);
  });

  it('is refused by an import, which names the column; a row with the state that the record has is taken', async () => {
    const [refused, same] = await without(async () => [await bring(to), await bring(from)]);
    expect(refused).toMatchObject({ skipped: 1, errors: [{ line: 1, column, value: to, reason: problem }] });
    expect(same).toMatchObject({ unchanged: 1, errors: [] });
  });
});
