import { balanceOf, INVOICE_STATUSES, owing, saidBalance, type InvoiceStatus } from '../../../domain/invoices/invoice.js';
import { ValidationError } from '../../../domain/shared/errors.js';
import type { Money } from '../../../domain/shared/money.js';

const cents = (amount: number): Money => amount as Money; // safe: a whole number of cents
const [TOTAL, PART, MORE] = [cents(10_000), cents(4_000), cents(10_001)];
const imported = (status: InvoiceStatus, given: Money | null | undefined, before: Money | null = null): Money | null =>
  balanceOf({ status, total: TOTAL }, given, before);

it('nothing is owed on a draft or a void invoice, whatever is stored', () => {
  const owed = INVOICE_STATUSES.map((status) => owing({ status, balance: PART }));
  expect(owed).toEqual([null, PART, PART, PART, null, PART]);
});

describe('the balance of an imported invoice', () => {
  it.each([
    ['draft', null, null, null, null],
    ['open', TOTAL, TOTAL, PART, PART],
    ['partial', null, null, PART, PART],
    ['paid', 0, 0, 0, 'refused'],
    ['void', null, null, null, null],
    ['refunded', 0, 0, PART, PART],
  ] as const)(
    'that is %s: not named %j, named empty %j, with one stored %j, with one given %j',
    (status, none, empty, kept, given) => {
      expect(imported(status, undefined)).toBe(none);
      expect(imported(status, null, PART)).toBe(empty);
      expect(imported(status, undefined, PART)).toBe(kept);
      if (given !== 'refused') expect(imported(status, PART, MORE)).toBe(given);
    },
  );

  it('that is paid may be given as 0 alone', () => {
    expect(imported('paid', cents(0))).toBe(0);
    const refused = new ValidationError('balance', 'must be 0 on an invoice that is paid in full');
    expect(() => imported('paid', PART)).toThrow(refused);
  });

  it('is at most the total, and the error names the column that is wrong', () => {
    expect(imported('partial', TOTAL)).toBe(TOTAL);
    expect(() => imported('partial', MORE)).toThrow(new ValidationError('balance', 'cannot be more than the total'));
    expect(() => imported('draft', MORE)).toThrow(new ValidationError('balance', 'cannot be more than the total'));
    expect(imported('partial', undefined, TOTAL)).toBe(TOTAL);
    const tooSmall = new ValidationError('total', 'cannot be less than what is still owing');
    expect(() => imported('partial', undefined, MORE)).toThrow(tooSmall);
  });
});

it('the balance of an open invoice that owes its total is not kept, so that it follows a new total', () => {
  const kept = (status: InvoiceStatus, balance: Money | null) => saidBalance({ status, total: TOTAL, balance });
  expect([kept('open', TOTAL), kept('open', PART), kept('partial', TOTAL), kept('draft', null)]).toEqual([
    null,
    PART,
    TOTAL,
    null,
  ]);
});
