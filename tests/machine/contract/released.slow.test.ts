import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { cloneDatabase } from '../../support/postgres.js';
import { compare, real, type Contract, type Part } from './planted.js';

const json = async (file: string): Promise<unknown> => JSON.parse(await readFile(file, 'utf8'));
const released = {} as Record<keyof Contract, Part>; // safe: beforeAll reads all parts

beforeAll(async () => {
  for (const part of ['openapi', 'tools', 'events', 'exports'] as const)
    released[part] = (await json(`workshop/contract/${part}.json`)) as Part; // safe: an object
});

it('the contract of the code breaks nothing that the last release promised, unless that is on record', async () => {
  const accepted = (await json('workshop/contract/accepted.json')) as { break: string }[]; // safe: the command writes and checks this form
  const onRecord = new Set(accepted.map((entry) => entry.break));
  expect(compare(released, real).breaks.filter((line) => !onRecord.has(line))).toEqual([]);
});

it('a contract that is compared with itself says nothing', () => {
  expect(compare(real, structuredClone(real))).toEqual({ breaks: [], additions: [] });
  expect(compare(released, structuredClone(released))).toEqual({ breaks: [], additions: [] });
});

it('each part of a contract has what the service has', () => {
  expect(Object.keys(real.tools).length).toBeGreaterThan(25);
  expect(Object.keys(real.events).length).toBeGreaterThan(30);
  expect(real.tools['tasks.create']).toMatchObject({
    description: expect.stringContaining('Adds one open task'),
    inputSchema: { required: ['title'] },
    outputSchema: { properties: { id: { type: 'string' } } },
    annotations: { readOnlyHint: false },
    access: { scope: 'full', section: 'inbox.access', budget: 'write' },
  });
  expect(real.openapi).toMatchObject({
    'x-limits': { requests: 120, readBudget: 60, writeBudget: 20 },
    paths: { '/leads': { post: { 'x-access': { scope: 'full' }, responses: { 201: { headers: { Location: {} } } } } } },
    components: { schemas: { ServiceDetail: { properties: { description: { type: ['null', 'string'] } } } } },
  });
  expect(JSON.stringify([real.openapi, real.events])).not.toContain('"description":"');
});

it('npm run contract compares this checkout and its migrations', async () => {
  const database = await cloneDatabase('template0');
  const { status, stdout } = spawnSync(process.execPath, ['workshop/contract/run.mjs', '--database', database.url], {
    encoding: 'utf8',
  });
  await database.drop();
  expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringMatching(/\d+\.\d+\.\d+/) });
  expect(spawnSync(process.execPath, ['workshop/contract/run.mjs', 'publish'], { encoding: 'utf8' })).toMatchObject({
    status: 2,
  });
});
