import { holds, type Comparison, type Condition } from '../../../domain/automations/condition.js';

const DATA = {
  status: 'won',
  name: 'Dana Whitfield',
  number: 10,
  phone: null,
  blank: '  ',
  is_vip: false,
  starts_at: '2026-03-02T14:30:00.000Z',
  tags: ['Fleet', 'vip'],
  none: [],
  customer: { name: 'Zoë', email: null },
  previous: { status: 'new' },
};

const one = (field: string, is: Comparison, value: Condition['value']): boolean => holds([{ field, is, value }], DATA);

it.each<[field: string, is: Comparison, value: Condition['value'], expected: boolean]>([
  ['status', 'eq', 'won', true],
  ['status', 'eq', 'Won', false],
  ['number', 'eq', 10, true],
  ['number', 'eq', '10', false],
  ['is_vip', 'eq', false, true],
  ['is_vip', 'eq', 0, false],
  ['customer.name', 'eq', 'Zoë', true],
  ['previous.status', 'eq', 'new', true],
  ['previous.name', 'eq', 'Dana', false],
  ['starts_at', 'eq', '2026-03-02T09:30:00-05:00', true],
  ['starts_at', 'eq', '2026-03-02T09:30:00Z', false],
  ['status', 'ne', 'lost', true],
  ['status', 'ne', 'won', false],
  ['phone', 'ne', '+16135550142', true],
  ['unheard_of', 'ne', 'x', true],
  ['starts_at', 'ne', '2026-03-02T09:30:00-05:00', false],
  ['status', 'in', ['won', 'lost'], true],
  ['status', 'in', ['new'], false],
  ['number', 'in', ['10'], false],
  ['phone', 'in', [''], false],
  ['number', 'lt', 10.5, true],
  ['number', 'lt', 10, false],
  ['number', 'gt', 9, true],
  ['number', 'gt', '9', false],
  ['status', 'gt', 'a', false],
  ['starts_at', 'lt', '2026-03-02T10:00:00-05:00', true],
  ['starts_at', 'gt', '2026-03-02T10:00:00-05:00', false],
  ['starts_at', 'gt', 1, false],
  ['phone', 'lt', 1, false],
  ['name', 'contains', 'WHIT', true],
  ['customer.name', 'contains', 'zoe\u0308', true],
  ['name', 'contains', 'x', false],
  ['tags', 'contains', 'vip', true],
  ['tags', 'contains', 'vi', false],
  ['number', 'contains', '1', false],
  ['name', 'exists', true, true],
  ['name', 'exists', false, false],
  ['phone', 'exists', true, false],
  ['blank', 'exists', true, false],
  ['none', 'exists', false, true],
  ['customer', 'exists', true, true],
  ['customer.email', 'exists', false, true],
  ['is_vip', 'exists', true, true],
  ['tags.0', 'exists', true, false],
  ['constructor', 'exists', true, false],
  ['__proto__.constructor', 'exists', true, false],
  ['name.length', 'exists', true, false],
])('%s %s %j is %j', (field, is, value, expected) => {
  expect(one(field, is, value)).toBe(expected);
});

it('every condition must hold, and a rule without conditions always runs', () => {
  const won: Condition = { field: 'status', is: 'eq', value: 'won' };
  expect(holds([], DATA)).toBe(true);
  expect(holds([won, { field: 'number', is: 'gt', value: 9 }], DATA)).toBe(true);
  expect(holds([won, { field: 'number', is: 'gt', value: 10 }], DATA)).toBe(false);
});
