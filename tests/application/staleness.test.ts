import { mayBeStale } from '../../application/operation/staleness.js';
import { operations } from '../support/registry.js';

describe('what may be answered by a replica', () => {
  it('is no operation that writes', () => {
    const writes = operations.filter(({ scope }) => scope === 'full');
    expect(writes.length).toBeGreaterThan(10);
    expect(writes.filter(mayBeStale)).toEqual([]);
    expect(writes.map((operation) => mayBeStale({ ...operation, stale: true }))).not.toContain(true);
  });

  it('is every list that is only read, and the search for free times', () => {
    const lists = operations.filter(({ scope, output }) => scope === 'read' && !['one', 'file'].includes(output.shape));
    const others = operations.filter((operation) => mayBeStale(operation) && !lists.includes(operation));
    expect(others.map(({ name }) => name)).toEqual(['booking.availability']);
    const fresh = lists.filter((operation) => !mayBeStale(operation));
    expect(fresh.map(({ name }) => name)).toEqual(['events.list', 'events.types']);
  });
});
