import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { expectRefusal } from '../../support/command-line.js';
import { shopCommands } from '../../support/shop-commands.js';

const { dataDir, shop, cli, done } = shopCommands();

const RULE = { name: 'Text back', on: { after: 'call.missed', minutes: 2 }, do: [{ step: 'send_text', body: 'Hi {{from}}' }] };

async function fileOf(content: unknown): Promise<string> {
  const path = join(dataDir(), 'rule.json');
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}
const created = async (): Promise<string> =>
  (await done('automation', 'create', '--shop', shop(), '--file', await fileOf(RULE))).id as string;

test('a rule of a file is created, shown, listed, changed and deleted', async () => {
  const id = await created();
  const shown = await done('automation', 'show', id, '--shop', shop());
  expect(shown).toMatchObject({ id, ...RULE, enabled: true, when: [], disabled_reason: null });
  // The document of a rule can be given back: what nobody can change in it is ignored.
  const path = await fileOf({ ...shown, when: [{ field: 'direction', is: 'eq', value: 'inbound' }] });
  const changed = await done('automation', 'update', id, '--shop', shop(), '--file', path, '--name', 'Renamed', '--disable');
  expect(changed).toMatchObject({ name: 'Renamed', enabled: false, when: [{ field: 'direction' }] });
  const { id: _, ...parts } = { id, name: 'Renamed', enabled: false, on: RULE.on, disabled_reason: null };
  expect(await done('automation', 'list', '--shop', shop())).toEqual([{ id, ...parts }]);
  expect(await done('automation', 'delete', id, '--shop', shop())).toEqual(changed);
  expect(await done('automation', 'list', '--shop', shop())).toEqual([]);
});

test('a person reads a rule line by line', async () => {
  const id = await created();
  const { stdout } = await cli('automation', 'show', id, '--shop', shop());
  expect(stdout).toMatch(
    /^id .*\nname +Text back\nstate +on\non +\{"after":"call\.missed","minutes":2\}\ncreated_at .*\ndo +\{"step":"send_text"/,
  );
  expect((await cli('automation', 'list', '--shop', shop())).stdout).toMatch(/^ID +NAME +STATE +ON\n.* Text back +on +\{"after"/);
});

test('the runs of a rule are shown as the API answers them', async () => {
  const id = await created();
  const page = await done('automation', 'runs', id, '--shop', shop(), '--limit', '10');
  expect(page).toEqual({ items: [], total: 0, omitted: 0, next_offset: null });
  expect((await cli('automation', 'runs', id, '--shop', shop())).stdout).toBe('This rule has no runs.\n');
});

test('what cannot be done is refused', async () => {
  const id = await created();
  const refused = async (code: number, reason: RegExp | string, ...args: string[]): Promise<void> => {
    expectRefusal(await cli('automation', ...args, '--shop', shop(), '--json'), code, reason);
  };
  await refused(
    1,
    'do[0].body: {{nme}} must be a field of',
    'create',
    '--file',
    await fileOf({ ...RULE, do: [{ step: 'send_text', body: '{{nme}}' }] }),
  );
  await refused(1, 'rule.json: must be one JSON object', 'create', '--file', await fileOf('{'));
  await refused(1, 'rule.json: must be one JSON object', 'create', '--file', await fileOf([RULE]));
  await refused(1, 'does not exist', 'create', '--file', join(dataDir(), 'none.json'));
  await refused(1, 'automation not found', 'show', 'the first one');
  await refused(1, 'automation not found', 'delete', shop());
  await refused(1, 'automation not found', 'runs', shop());
  await refused(2, 'It must be a whole number from 1 to 100.', 'runs', id, '--limit', '0');
  await refused(2, 'give --file, --name, --enable or --disable', 'update', id);
  await refused(2, 'give --enable or --disable, not both', 'update', id, '--enable', '--disable');
});
