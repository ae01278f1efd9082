import { fieldsIn, filled, hasStrayBraces, TEMPLATES } from '../../../domain/automations/template.js';

const DATA = {
  name: 'Dana',
  company: ' Northside\nFleet ',
  number: 1042,
  price: 99.5,
  is_vip: true,
  phone: null,
  blank: ' ',
  starts_at: '2026-11-24T15:00:00.000Z',
  tags: ['fleet', 'vip'],
  holes: ['fleet', null],
  none: [],
  tricky: '{{name}} $& <b>\u0007',
  customer: { name: 'Zoë', vehicle: { label: '2003 Accord' } },
  long: 'x'.repeat(200),
};

const fill = (template: string, rule: (typeof TEMPLATES)[keyof typeof TEMPLATES] = TEMPLATES.body) =>
  filled(template, rule, DATA, 'America/Toronto');

it.each([
  ['Hi {{name}}!', 'Hi Dana!'],
  ['{{ name }}, {{customer.name}}: {{customer.vehicle.label}}', 'Dana, Zoë: 2003 Accord'],
  ['Job {{number}} at {{price}}, {{is_vip}}', 'Job 1042 at 99.5, true'],
  ['See you {{starts_at}}.', 'See you Tue, Nov 24, 10:00 AM.'],
  ['{{tags}}', 'fleet, vip'],
  ['  no field\nat all ', 'no field\nat all'],
  ['{{tricky}} {{tricky}}', '{{name}} $& <b> {{name}} $& <b>'],
  ['{{company}}', 'Northside\nFleet'],
])('%j becomes %j', (template, text) => {
  expect(fill(template)).toEqual({ text });
});

it('a title is one line', () => {
  expect(fill('Call {{company}}\nnow', TEMPLATES.title)).toEqual({ text: 'Call Northside Fleet now' });
});

it.each([
  ['Hi {{phone}} and {{nobody}}', 'empty_field: phone'],
  ['Hi {{nobody}}', 'empty_field: nobody'],
  ['Hi {{blank}}', 'empty_field: blank'],
  ['Hi {{none}}', 'empty_field: none'],
  ['Hi {{holes}}', 'empty_field: holes'],
  ['Hi {{customer}}', 'empty_field: customer'],
  ['Hi {{customer.phone}}', 'empty_field: customer.phone'],
  ['Hi {{toString}}{{name.length}}', 'empty_field: toString'],
  ['  ', 'empty_text'],
])('%j is not written: %s', (template, problem) => {
  expect(fill(template)).toEqual({ problem });
});

it('a text that is too long once its fields are in is not written', () => {
  expect(fill('{{long}}', TEMPLATES.title)).toEqual({ text: 'x'.repeat(200) });
  expect(fill('{{long}}y', TEMPLATES.title)).toEqual({ problem: 'too_long' });
});

it('finds the fields of a template, and braces that form no field', () => {
  expect(fieldsIn('{{a}} {{ b.c }} {{a}}')).toEqual(['a', 'b.c', 'a']);
  const stray = ['{{a', 'a}}', '{{}}', '{{ }}', '{{{a}', '{{a}} }}', '{{{{a}}}}'];
  expect(stray.filter((template) => !hasStrayBraces(template))).toEqual([]);
  expect(['{{a}}', '{a}', '}{', 'a'].filter(hasStrayBraces)).toEqual([]);
});

it('takes linear time for braces without end', () => {
  expect(hasStrayBraces('{{'.repeat(100_000))).toBe(true);
  expect(hasStrayBraces(`${'{{a'.repeat(100_000)}}}`)).toBe(true);
});
