import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { bareEnvironment } from '../../support/command-line.js';
import { eventually } from '../../support/eventually.js';
import { storeNumberedEvents } from '../../support/numbered-events.js';
import { Receiver } from '../../support/receiver.js';
import { shopCommands } from '../../support/shop-commands.js';

const { database, shop } = shopCommands();

test('shop-ops listen delivers each event from now on, of the wanted kinds, until Ctrl-C', async () => {
  const receiver = await Receiver.start({
    answer: (response, { body }) => response.writeHead(body.includes('task') ? 500 : 200).end(),
  });
  await storeNumberedEvents(database().url, shop(), ['lead.created']);
  const forwardTo = `localhost:${receiver.port}/hook`;
  const kinds = ['--events', 'lead.created,task.created'];
  const args = ['bin/shop-ops.mjs', 'listen', '--forward-to', forwardTo, ...kinds, '--json'];
  const env = bareEnvironment({ DATABASE_URL: database().url, SIGNING_KEYS: 'a-signing-key-of-the-tests' });
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const lines: Record<string, unknown>[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(JSON.parse(line) as Record<string, unknown>); // each line is a document
  });
  const isWritten = (count: number): Promise<number> =>
    eventually(
      () => lines.length,
      (length) => length >= count,
      30_000, // on a busy machine a process takes seconds to begin
    );
  await isWritten(1);
  const records = await storeNumberedEvents(database().url, shop(), ['lead.created', 'lead.updated', 'task.created']);
  await isWritten(5);
  child.kill('SIGINT');
  expect(await once(child, 'exit')).toEqual([0, null]);
  await receiver.close();
  const [begun, ...tries] = lines;
  const secret = String(begun?.['secret']);
  expect(begun).toEqual({ shop: shop(), forward_to: `http://${forwardTo}`, secret });
  const outcomes = tries.map(({ type, attempt, status, again }) => [type, attempt, status, again]).sort();
  expect(outcomes).toEqual([
    ['lead.created', 1, 200, false],
    ['task.created', 1, 500, true],
    ['task.created', 2, 500, true],
    ['task.created', 3, 500, false],
  ]);
  const delivered = receiver.requests.map(({ body, headers }) => {
    return new Webhook(secret).verify(body, headers as Record<string, string>) as { data: { id: string } }; // as the feed has it
  });
  expect(new Set(delivered.map(({ data }) => data.id))).toEqual(new Set([records[0], records[2]]));
}, 60_000);
