import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, test } from '@jest/globals';
import { bareEnvironment } from '../../support/command-line.js';
import { eventually } from '../../support/eventually.js';
import { storeNumberedEvents } from '../../support/numbered-events.js';
import { shopCommands } from '../../support/shop-commands.js';

const { database, shop } = shopCommands();

test('shop-ops events --follow shows the newest events and each further one once, until Ctrl-C', async () => {
  const before = await storeNumberedEvents(database().url, shop(), ['lead.created', 'lead.created', 'lead.created']);
  const args = ['bin/shop-ops.mjs', 'events', '--shop', shop(), '--limit', '2', '--follow', '--json'];
  const env = bareEnvironment({ DATABASE_URL: database().url, SIGNING_KEYS: 'a-signing-key-of-the-tests' });
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const seen: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => {
    seen.push((JSON.parse(line) as { data: { id: string } }).data.id);
  });
  const isSeen = (count: number): Promise<number> =>
    eventually(
      () => seen.length,
      (length) => length >= count,
      30_000, // on a busy machine a process takes seconds to begin
    );
  await isSeen(2);
  const after = await storeNumberedEvents(database().url, shop(), ['lead.updated', 'task.created']);
  await isSeen(4);
  child.kill('SIGINT');
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(seen).toEqual([...before.slice(1), ...after]);
}, 60_000);
