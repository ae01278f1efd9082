import type { Port } from '../../../application/kernel/operation/operation.js';
import { Clock } from '../../../application/kernel/ports/ports.js';
import { registry } from '../../support/registry.js';

const { areas } = registry;

/** A use case that needs more ports than this does several things, and is split where the business splits them. */
const MOST_PORTS = 7;

interface Needing {
  readonly name: string;
  readonly needs: readonly Port<unknown>[];
}

function needingTooMuch(useCases: readonly Needing[]): string[] {
  return useCases.filter(({ needs }) => needs.length > MOST_PORTS).map(({ name, needs }) => `${name}: ${needs.length}`);
}

it('no use case needs more than seven ports', () => {
  const operations = areas.flatMap(({ operations }) => operations.map(({ useCase, needs }) => ({ name: useCase.name, needs })));
  const others = areas
    .flatMap(({ shared, commands, eventWorks, works }) => [...shared, ...commands, ...eventWorks, ...works])
    .map(({ made, needs }) => ({ name: made.name, needs }));
  expect(operations.length + others.length).toBeGreaterThan(100);
  expect(needingTooMuch([...operations, ...others])).toEqual([]);
});

it('a use case that needs eight ports is found', () => {
  const needs = Array.from({ length: MOST_PORTS + 1 }, () => Clock);
  expect(needingTooMuch([{ name: 'Greedy', needs }])).toEqual(['Greedy: 8']);
});
