import { operation, patch, type Operation } from '../../../application/kernel/operation/operation.js';
import { nothing } from '../../../application/kernel/operation/output.js';
import { operations } from '../../support/registry.js';
import { compare, contractOfOperations, lines, real } from './planted.js';

class NoInput {}
class Nothing {
  execute(): Promise<void> {
    return Promise.resolve();
  }
}
const fresh = operation(Nothing, {
  name: 'leads.polish',
  summary: 'Polish a lead',
  description: 'Polishes.',
  scope: 'full',
  route: patch('/leads/polish'),
  capability: { permission: 'inbox.access', budget: 'write' },
  input: NoInput,
  output: nothing(),
  needs: [],
});

/** The lines that a change of declarations causes: what a team sees. */
function seen(change: (all: readonly Operation[]) => readonly Operation[]): string[] {
  return lines(compare(real, contractOfOperations(change(operations))));
}

const redeclared =
  (name: string, change: (declared: Operation) => Partial<Operation>) =>
  (all: readonly Operation[]): readonly Operation[] =>
    all.map((one) => (one.name === name ? { ...one, ...change(one) } : one));

describe('a team that changes the declaration of an operation sees', () => {
  it('a new operation as compatible on all its surfaces', () => {
    expect(seen((all) => [...all, fresh])).toEqual([
      'PATCH /leads/polish, POST /leads/polish: the endpoint is new',
      'tool leads.polish: the tool is new',
    ]);
  });

  it('an operation that is gone as a break on all its surfaces', () => {
    expect(seen((all) => all.filter(({ name }) => name !== 'tasks.assignees'))).toEqual([
      'BREAK POST /tasks/assignees: the endpoint has gone away',
      'BREAK tool tasks.assignees: the tool has gone away',
    ]);
  });

  it('a new error as compatible, and the loss of one as a break', () => {
    const more = redeclared('leads.create', ({ errors = [] }) => ({ errors: [...errors, 'not_found'] }));
    expect(seen(more)).toEqual(['POST /leads: the error not_found (404) is new']);
    expect(seen(redeclared('jobs.move', () => ({ errors: [] })))).toContain(
      'BREAK PATCH /jobs/{id}: the error not_found has gone away',
    );
  });

  it('a stricter scope as a break', () => {
    expect(seen(redeclared('leads.search', () => ({ scope: 'full' })))).toEqual(
      expect.arrayContaining(['BREAK GET /leads: needs a key with scope full, which was read']),
    );
  });

  it('another section and budget as breaks of the capability and the tool, not of the REST route', () => {
    const capability = { permission: 'jobs.manage', budget: 'write' } as const;
    const changed = [
      'needs a key with the section jobs.manage, which was inbox.access',
      'counts against the write budget, which was read',
    ];
    expect(seen(redeclared('tasks.list', () => ({ capability })))).toEqual([
      ...changed.map((line) => `BREAK POST /tasks/list: ${line}`),
      ...changed.map((line) => `BREAK tool tasks.list: ${line}`),
    ]);
  });

  it('a hint that promises less as a break', () => {
    expect(seen(redeclared('tasks.create', () => ({ reachesCustomer: true })))).toEqual([
      'BREAK tool tasks.create: the hint openWorldHint is true, which was false',
    ]);
  });
});
