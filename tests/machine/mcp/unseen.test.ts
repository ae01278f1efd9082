import { toolsOf, type Tool } from '../../../adapters/mcp/tool.js';
import { unseen } from '../../../adapters/mcp/unseen.js';
import type { Operation } from '../../../application/kernel/operation/operation.js';
import { operations } from '../../support/registry.js';

const some = (...names: readonly string[]): readonly Operation[] => operations.filter(({ name }) => names.includes(name));
const tools = (...names: readonly string[]): readonly Tool[] => toolsOf(some(...names));

describe('the line about what no tool sees', () => {
  it('names the areas that no tool shows, and those that none changes', () => {
    const service = some('invoices.list', 'leads.list', 'leads.create', 'tasks.list', 'tasks.create', 'calls.list');
    expect(unseen(service, tools('tasks.list', 'tasks.create'), [])).toBe(
      'No tool here sees calls and voicemail, invoices, leads or payments, and none changes leads: say so, and offer a task ' +
        '(tasks.create); never read an empty list of another tool as “none”.',
    );
  });

  it('does not speak of changes to a key that only reads, and offers no task without the tool for one', () => {
    const service = some('leads.list', 'leads.create', 'tasks.list', 'tasks.create');
    expect(unseen(service, tools('tasks.list'), [])).toBe(
      'No tool here sees leads or payments: say so; never read an empty list of another tool as “none”.',
    );
  });

  it('goes by the operations of the service: an area with a tool is not named, and neither is one that was named before', () => {
    const service = some('customers.list', 'vehicles.list', 'reviews.list', 'jobs.list', 'appointments.list', 'webhooks.list');
    expect(unseen(service, tools('customers.list', 'jobs.list'), ['reviews'])).toMatch(/^No tool here sees payments: say so;/);
    expect(unseen(service, tools('reviews.list'), [])).toMatch(
      /^No tool here sees customers, jobs, the diary, vehicles or payments: say so;/,
    );
  });
});
