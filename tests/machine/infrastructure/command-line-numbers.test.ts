import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { expectRefusal, type Ran } from '../../support/command-line.js';
import { shopCommands } from '../../support/shop-commands.js';

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const UUID = /^[0-9a-f-]{36}$/;

const { shop, cli, done } = shopCommands();

describe('the command number', () => {
  test('adds lines, the first of them primary, and makes the next one primary on release', async () => {
    const first = await done('number', 'add', '--shop', shop(), '--number', '(613) 555-0100', '--label', 'Front desk');
    expect(first).toEqual({
      id: expect.stringMatching(UUID),
      number: '+16135550100',
      label: 'Front desk',
      is_primary: true,
      is_sending: true,
      sms: true,
      voice: true,
      status: 'active',
      created_at: expect.stringMatching(INSTANT),
    });
    expect(await done('number', 'add', '--shop', shop(), '--number', '+1 613 555 0101', '--no-sending')).toMatchObject({
      label: null,
      is_primary: false,
      is_sending: false,
    });
    const third = await cli('number', 'add', '--shop', shop(), '--number', '6135550102', '--primary');
    const [line] = await done('number', 'list', '--shop', shop());
    expect(third.stdout).toBe(
      `+16135550102 is the primary line of the shop now, instead of +16135550100.\n\nIts id is ${line.id}.\n`,
    );
    const listed = async (): Promise<unknown> =>
      (await done('number', 'list', '--shop', shop())).map((line: { number: string; is_primary: boolean }) => [
        line.number.slice(-1),
        line.is_primary,
      ]);
    expect(await listed()).toEqual([
      ['2', true],
      ['0', false],
      ['1', false],
    ]);
    expect(await done('number', 'release', '613 555 0102', '--shop', shop())).toMatchObject({
      number: '+16135550102',
      status: 'released',
      new_primary: '+16135550100',
    });
    expect(await listed()).toEqual([
      ['0', true],
      ['1', false],
    ]);
    const { stdout } = await cli('number', 'release', first.id, '--shop', shop());
    expect(stdout).toBe('Released +16135550100. The primary line is +16135550101 now.\n');
    expect((await cli('number', 'release', '+16135550101', '--shop', shop())).stdout).toBe(
      'Released +16135550101. The shop has no primary line now.\n',
    );
    expect(await listed()).toEqual([]);
  });

  test('refuses a number that already is a line, and names it; refuses text that is no number', async () => {
    const { id } = await done('number', 'add', '--shop', shop(), '--number', '6135550100');
    const add = (number: string, of = shop()): Promise<Ran> => cli('number', 'add', '--shop', of, '--number', number, '--json');
    expectRefusal(await add('+1 (613) 555-0100'), 1, `+16135550100 is already a line of this shop (existing id: ${id})`);
    const other = await done('shop', 'create', '--name', 'Harbour Garage');
    const refused = await add('6135550100', other.id as string);
    expectRefusal(refused, 1, 'shop-ops: +16135550100 is already a line of another shop');
    expect(refused.stderr).not.toContain('Northside');
    expectRefusal(await add('nonsense'), 1, 'number: is not a phone number');
    expectRefusal(await add('6135550101', randomUUID()), 1, 'shop not found');
    for (const which of ['6135550109', randomUUID()])
      expectRefusal(await cli('number', 'release', which, '--shop', shop(), '--json'), 1, 'phone number not found');
  });
});
