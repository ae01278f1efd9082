import { add, drop, rename, set, take, testEach, type Case } from './planted.js';

const SCHEMAS = 'openapi > components > schemas';
const LEAD = `${SCHEMAS} > CreateLeadInput`;
const CHANGES = `${SCHEMAS} > UpdateLeadInput`;
const WEBHOOK = `${SCHEMAS} > CreateWebhookInput`;
const name = (field: string): string => `${LEAD} > properties > ${field}`;

const cases: Case[] = [
  [
    'a field that goes away',
    [drop(name('notes'))],
    ['BREAK POST /leads: the field notes has gone away'],
    ['POST /leads: the field notes is new'],
  ],
  [
    'a field with another name',
    [rename(name('notes'), 'remarks')],
    ['BREAK POST /leads: the field notes has gone away', 'POST /leads: the field remarks is new'],
    ['BREAK POST /leads: the field remarks has gone away', 'POST /leads: the field notes is new'],
  ],
  [
    'a new field',
    [set(name('nickname'), { type: 'string' })],
    ['POST /leads: the field nickname is new'],
    ['BREAK POST /leads: the field nickname has gone away'],
  ],
  [
    'a new required field',
    [set(name('nickname'), { type: 'string' }), add(`${LEAD} > required`, 'nickname')],
    ['BREAK POST /leads: the field nickname is new and required'],
    ['BREAK POST /leads: the field nickname has gone away'],
  ],
  [
    'a field that becomes required',
    [add(`${LEAD} > required`, 'email')],
    ['BREAK POST /leads: the field email has become required'],
    ['POST /leads: the field email is no longer required'],
  ],
  [
    'a shorter maxLength',
    [set(`${name('notes')} > maxLength`, 1000)],
    ['BREAK POST /leads: the field notes has maxLength 1000, which was 2000'],
    ['POST /leads: the field notes has maxLength 2000, which was 1000'],
  ],
  [
    'a first maxLength',
    [drop(`${name('notes')} > maxLength`)],
    ['POST /leads: the field notes no longer has the limit maxLength 2000'],
    ['BREAK POST /leads: the field notes has the new limit maxLength 2000'],
  ],
  [
    'a larger minLength',
    [set(`${name('notes')} > minLength`, 3)],
    ['BREAK POST /leads: the field notes has minLength 3, which was 1'],
    ['POST /leads: the field notes has minLength 1, which was 3'],
  ],
  [
    'a new pattern',
    [set(`${name('notes')} > pattern`, '^[A-Z]')],
    ['BREAK POST /leads: the field notes has the new rule pattern ^[A-Z]'],
    ['POST /leads: the field notes no longer has the rule pattern ^[A-Z]'],
  ],
  [
    'another pattern',
    [set('openapi > components > parameters > IdempotencyKey > schema > pattern', '^[a-z]+$')],
    [
      'BREAK POST /leads, PATCH /leads/{id}, POST /webhooks: the header Idempotency-Key has pattern ^[a-z]+$, which was ^ *[!-~][ -~]*$',
    ],
    [
      'BREAK POST /leads, PATCH /leads/{id}, POST /webhooks: the header Idempotency-Key has pattern ^ *[!-~][ -~]*$, which was ^[a-z]+$',
    ],
  ],
  [
    'a new format',
    [set(`${name('source')} > format`, 'uri')],
    ['BREAK POST /leads: the field source has the new rule format uri'],
    ['POST /leads: the field source no longer has the rule format uri'],
  ],
  [
    'a smaller list of values',
    [take(`${CHANGES} > properties > status > enum`, (value) => value === 'cold')],
    ['BREAK PATCH /leads/{id}: the field status no longer has the value cold'],
    ['PATCH /leads/{id}: the field status has the new value cold'],
  ],
  [
    'a first list of values',
    [set(`${name('source')} > enum`, ['api', 'web'])],
    ['BREAK POST /leads: the field source takes only api, web'],
    ['POST /leads: the field source is no longer limited to api, web'],
  ],
  [
    'a value that is fixed',
    [set(`${name('source')} > const`, 'api')],
    ['BREAK POST /leads: the field source takes only api'],
    ['POST /leads: the field source is no longer limited to api'],
  ],
  [
    'a null that is no longer taken',
    [set(`${CHANGES} > properties > assigned_to > type`, 'string')],
    ['BREAK PATCH /leads/{id}: the field assigned_to can no longer be null'],
    ['PATCH /leads/{id}: the field assigned_to can be null'],
  ],
  [
    'a null that is no longer in a list of values',
    [set(`${CHANGES} > properties > status > type`, ['string', 'null']), add(`${CHANGES} > properties > status > enum`, null)],
    ['PATCH /leads/{id}: the field status can be null'],
    ['BREAK PATCH /leads/{id}: the field status can no longer be null'],
  ],
  [
    'another type',
    [set(`${name('notes')} > type`, 'integer')],
    ['BREAK POST /leads: the field notes was string and is integer'],
    ['BREAK POST /leads: the field notes was integer and is string'],
  ],
  [
    'a narrower type',
    [set(`${name('notes')} > type`, ['string', 'number'])],
    ['POST /leads: the field notes was string and is number or string'],
    ['BREAK POST /leads: the field notes was number or string and is string'],
  ],
  [
    'fields that are no longer ignored',
    [set(`${LEAD} > additionalProperties`, false)],
    ['BREAK POST /leads: the body no longer takes fields that it does not name'],
    ['POST /leads: the body takes fields that it does not name'],
  ],
  [
    'a larger number of fields that a body must have',
    [set(`${CHANGES} > minProperties`, 2)],
    ['BREAK PATCH /leads/{id}: the body has minProperties 2, which was 1'],
    ['PATCH /leads/{id}: the body has minProperties 1, which was 2'],
  ],
  [
    'a shorter list, and shorter texts in it',
    [set(`${WEBHOOK} > properties > events > maxItems`, 10), set(`${WEBHOOK} > properties > events > items > maxLength`, 50)],
    [
      'BREAK POST /webhooks: the field events has maxItems 10, which was 100',
      'BREAK POST /webhooks: the field events[] has maxLength 50, which was 100',
    ],
    [
      'POST /webhooks: the field events has maxItems 100, which was 10',
      'POST /webhooks: the field events[] has maxLength 100, which was 50',
    ],
  ],
  [
    'a list without repeats',
    [set(`${WEBHOOK} > properties > events > uniqueItems`, true)],
    ['BREAK POST /webhooks: the field events takes no repeats'],
    ['POST /webhooks: the field events takes repeats'],
  ],
  [
    'a coarser step',
    [set(`${SCHEMAS} > ListTasksInput > properties > limit > multipleOf`, 5)],
    ['BREAK POST /tasks/list: the field limit must be a multiple of 5'],
    ['POST /tasks/list: the field limit need not be a multiple of 5'],
  ],
  [
    'another default',
    [set(`${name('source')} > default`, 'web')],
    ['BREAK POST /leads: the field source has the default web, which was api'],
    ['BREAK POST /leads: the field source has the default api, which was web'],
  ],
  [
    'a rule that the comparison does not know',
    [set(`${name('notes')} > not`, { const: 'x' })],
    ['BREAK POST /leads: the field notes has the new rule not {"const":"x"}'],
    ['BREAK POST /leads: the field notes no longer has the rule not {"const":"x"}'],
  ],
  [
    'a field that is deprecated',
    [set(`${name('notes')} > deprecated`, true)],
    ['POST /leads: the field notes is deprecated'],
    [],
  ],
  ['other words', [set(`${name('notes')} > description`, 'Anything.')], [], []],
];

testEach(cases);
