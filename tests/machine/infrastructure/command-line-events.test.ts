import { describe, expect, test } from '@jest/globals';
import { expectRefusal } from '../../support/command-line.js';
import { storeNumberedEvents } from '../../support/numbered-events.js';
import { shopCommands } from '../../support/shop-commands.js';

const { database, shop, cli, done } = shopCommands();

interface Document {
  readonly items: readonly { readonly number: number; readonly type: string; readonly data: { readonly id: string } }[];
  readonly next_after: number;
}

/** Runs the command. It must succeed. */
async function events(...args: string[]): Promise<Document> {
  return (await done('events', '--shop', shop(), ...args)) as Document;
}

const recordsIn = ({ items }: Document): string[] => items.map(({ data }) => data.id);

describe('shop-ops events', () => {
  test('shows the newest events in their order, or those after a position', async () => {
    const records = await storeNumberedEvents(database().url, shop(), ['lead.created', 'task.created', 'lead.updated']);
    const all = await events();
    expect(recordsIn(all)).toEqual(records);
    expect(recordsIn(await events('--limit', '2'))).toEqual(records.slice(1));
    const first = await events('--after', '0', '--limit', '1');
    expect(recordsIn(first)).toEqual(records.slice(0, 1));
    expect(recordsIn(await events('--after', String(first.next_after)))).toEqual(records.slice(1));
    expect(await events('--after', String(all.next_after))).toEqual({ items: [], next_after: all.next_after });
  });

  test('selects a kind and a record', async () => {
    const [one = '', other = ''] = await storeNumberedEvents(database().url, shop(), ['lead.created', 'lead.created']);
    expect(recordsIn(await events('--type', 'lead.created', '--limit', '1'))).toEqual([other]);
    expect(recordsIn(await events('--record', one))).toEqual([one]);
    expect(recordsIn(await events('--record', 'nobody'))).toEqual([]);
  });

  test('writes a table for people', async () => {
    expect((await cli('events', '--shop', shop())).stdout).toBe('There are no events. The position is 0.\n');
    const [record] = await storeNumberedEvents(database().url, shop(), ['lead.created']);
    const { stdout } = await cli('events', '--shop', shop());
    expect(stdout).toMatch(/^NUMBER +TIME +TYPE +RECORD +OPERATION\n\d+ /);
    expect(stdout).toContain(`lead.created  ${record}  -\n`);
  });

  test('refuses an unknown kind, an unknown shop and wrong usage', async () => {
    expectRefusal(
      await cli('events', '--shop', shop(), '--type', 'lead.sold', '--json'),
      1,
      'type: must be one of lead.created, ',
    );
    expectRefusal(await cli('events', '--shop', 'nobody', '--json'), 1, 'shop not found');
    expectRefusal(await cli('events', '--shop', shop(), '--limit', '501', '--json'), 2, 'whole number from 1 to 500');
  });
});
