import { readFile, writeFile } from 'node:fs/promises';
import { format } from 'prettier';
import { CatalogueEventTypes } from '../../adapters/http/openapi/catalogue-event-types.js';
import { eventCatalogue } from '../support/registry.js';
import { contractOf, extended, lostFrom, type EventContract } from '../support/event-contract.js';

/** The promise to receivers of events. It only grows: kinds and properties are added to it, and none goes away. */
const FILE = 'docs/event-contract.json';

const now = contractOf(new CatalogueEventTypes(eventCatalogue).described());
let contract: EventContract;

beforeAll(async () => {
  contract = JSON.parse(await readFile(FILE, 'utf8')) as EventContract;
  if (process.env['EVENT_CONTRACT'] !== 'extend') return;
  contract = extended(contract, now);
  await writeFile(FILE, await format(JSON.stringify(contract), { parser: 'json' }));
});

it('no kind of event and no property that receivers may rely on has gone away', () => {
  expect(lostFrom(contract, now)).toEqual([]);
});

it('each kind and property is in the contract: EVENT_CONTRACT=extend npm test -- event-contract adds new ones', () => {
  expect(lostFrom(now, contract)).toEqual([]);
  expect(Object.keys(contract).length).toBeGreaterThan(30);
});

describe('the check of the contract', () => {
  const kind = 'job.stage_changed';
  const { [kind]: stage = {}, ...others } = now;
  const { 'data.by.key_id': _, ...less } = stage;

  it.each([
    ['a kind that is gone', others, [kind]],
    ['a property that is gone', { ...now, [kind]: less }, [`${kind} data.by.key_id: string`]],
    [
      'a property of another type',
      { ...now, [kind]: { ...stage, 'data.title': 'string' } },
      [`${kind} data.title: string or null became string`],
    ],
    ['no new property', { ...now, [kind]: { ...stage, 'data.colour': 'string' } }, []],
  ])('finds %s', (__, then, found) => {
    expect(lostFrom(now, then)).toEqual(found);
  });

  it('cannot lose a property by an extension', () => {
    expect(extended(now, { ...others, [kind]: less })).toEqual(now);
  });
});
