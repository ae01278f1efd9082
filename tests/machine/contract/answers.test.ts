import { add, drop, set, take, testEach } from './planted.js';

const SCHEMAS = 'openapi > components > schemas';
const PATHS = 'openapi > paths';
const LEAD = `${SCHEMAS} > Lead > properties`;
const NOT_FOUND = 'openapi > components > responses > NotFound > content > application/json > schema > properties > error';
const CREATED = `${PATHS} > /leads > post > responses > 201`;
const ONE = 'POST /leads, GET /leads/{id}, PATCH /leads/{id}';
const SERVICE = 'GET /services/{id}';

/** The field `name` of a lead is in the answers of four endpoints, one of which is a list. */
const ofLeads = (text: string, mark = ''): string[] => [
  `${mark}GET /leads: the field data[].${text}`,
  `${mark}${ONE}: the field data.${text}`,
];

testEach([
  [
    'a field that goes away',
    [drop(`${LEAD} > source`), take(`${SCHEMAS} > Lead > required`, (name) => name === 'source')],
    ofLeads('source of the answer has gone away', 'BREAK '),
    ofLeads('source of the answer is new'),
  ],
  [
    'a field that may be absent',
    [take(`${SCHEMAS} > Lead > required`, (name) => name === 'source')],
    ofLeads('source of the answer may be absent', 'BREAK '),
    ofLeads('source of the answer is always there'),
  ],
  [
    'a field that can be null',
    [set(`${LEAD} > name > type`, ['null', 'string'])],
    ofLeads('name of the answer can be null', 'BREAK '),
    ofLeads('name of the answer can no longer be null'),
  ],
  [
    'another type',
    [set(`${LEAD} > name > type`, 'object')],
    ofLeads('name of the answer was string and is object', 'BREAK '),
    ofLeads('name of the answer was object and is string', 'BREAK '),
  ],
  [
    'a wider type',
    [set(`${LEAD} > name > type`, ['integer', 'string'])],
    ofLeads('name of the answer was string and is integer or string', 'BREAK '),
    ofLeads('name of the answer was integer or string and is string'),
  ],
  [
    'a whole number in the place of a number',
    [set(`${SCHEMAS} > ServiceDetail > properties > base_price > type`, ['integer', 'null'])],
    [`${SERVICE}: the field data.base_price of the answer was number and is integer`],
    [`BREAK ${SERVICE}: the field data.base_price of the answer was integer and is number`],
  ],
  [
    'a limit that no longer holds, in an object in a list',
    [drop(`${SCHEMAS} > ServiceDetail > properties > tiers > items > properties > price > minimum`)],
    [`BREAK ${SERVICE}: the field data.tiers[].price of the answer no longer has the limit minimum 0`],
    [`${SERVICE}: the field data.tiers[].price of the answer has the new limit minimum 0`],
  ],
  [
    'a form that no longer holds',
    [drop(`${LEAD} > created_at > format`)],
    ofLeads('created_at of the answer no longer has the rule format date-time', 'BREAK '),
    ofLeads('created_at of the answer has the new rule format date-time'),
  ],
  [
    'a list of values that grows, or shrinks',
    [add(`${LEAD} > status > enum`, 'archived')],
    ofLeads('status of the answer has the new value archived'),
    ofLeads('status of the answer no longer has the value archived', 'BREAK '),
  ],
  [
    'values that are no longer listed',
    [drop(`${LEAD} > status > enum`)],
    ofLeads('status of the answer is no longer limited to cold, contacted, lost, new, qualified, quoted, won', 'BREAK '),
    ofLeads('status of the answer takes only cold, contacted, lost, new, qualified, quoted, won'),
  ],
  ['an answer that says it may have more fields', [drop(`${SCHEMAS} > Lead > additionalProperties`)], [], []],
  [
    'another status',
    [
      set(`${PATHS} > /leads > post > responses > 200`, {
        headers: { Location: { $ref: '#/components/headers/Location' } },
        content: { 'application/json': { schema: { type: 'object' } } },
      }),
      drop(CREATED),
    ],
    [
      'BREAK POST /leads: the answer has the status 200, which was 201',
      ...['Idempotent-Replayed', 'Preference-Applied', 'RateLimit', 'RateLimit-Policy', 'X-Request-Id'].map(
        (header) => `BREAK POST /leads: the header ${header} of the answer has gone away`,
      ),
      'BREAK POST /leads: the field data of the answer has gone away',
    ],
    [
      'BREAK POST /leads: the answer has the status 201, which was 200',
      ...['Idempotent-Replayed', 'Preference-Applied', 'RateLimit', 'RateLimit-Policy', 'X-Request-Id'].map(
        (header) => `POST /leads: the header ${header} of the answer is new`,
      ),
      'POST /leads: the field data of the answer is new',
    ],
  ],
  [
    'an answer of another kind that goes away',
    [drop(`${PATHS} > /leads/{id} > get > responses > 304`)],
    ['BREAK GET /leads/{id}: no longer has the answer 304'],
    ['GET /leads/{id}: has the new answer 304'],
  ],
  [
    'a header that goes away',
    [drop(`${CREATED} > headers > Location`)],
    ['BREAK POST /leads: the header Location of the answer has gone away'],
    ['POST /leads: the header Location of the answer is new'],
  ],
  [
    'a header that may be absent',
    [set(`${CREATED} > headers > Location`, { schema: { type: 'string', format: 'uri-reference' } })],
    ['BREAK POST /leads: the header Location of the answer may be absent'],
    ['POST /leads: the header Location of the answer is always there'],
  ],
  [
    'a header of an error',
    [drop('openapi > components > responses > RateLimited > headers > Retry-After')],
    ['BREAK every endpoint but GET /openapi.json: the header Retry-After of the answer 429 has gone away'],
    ['every endpoint but GET /openapi.json: the header Retry-After of the answer 429 is new'],
  ],
  [
    'another form of the body',
    [set(`${CREATED} > content`, { 'application/xml': {} })],
    ['BREAK POST /leads: the answer is no longer application/json', 'POST /leads: the answer can be application/xml'],
    ['BREAK POST /leads: the answer is no longer application/xml', 'POST /leads: the answer can be application/json'],
  ],
  [
    'an error code that goes away, or is new',
    [set(`${PATHS} > /leads > post > responses > 403 > $ref`, '#/components/responses/OrgSuspended')],
    ['BREAK POST /leads: the error insufficient_scope has gone away'],
    ['POST /leads: the error insufficient_scope (403) is new'],
  ],
  [
    'an error with another status',
    [
      drop(`${PATHS} > /leads > post > responses > 409`),
      set(`${PATHS} > /leads > post > responses > 423`, errorBody('conflict')),
    ],
    ['BREAK POST /leads: the error conflict has the status 423, which was 409'],
    ['BREAK POST /leads: the error conflict has the status 409, which was 423'],
  ],
  [
    'an error without its message',
    [drop(`${NOT_FOUND} > properties > message`), take(`${NOT_FOUND} > required`, (name) => name === 'message')],
    [
      'BREAK GET /leads/{id}, PATCH /leads/{id}, GET /services/{id}, POST /tasks/list: the field error.message of the answer 404 has gone away',
    ],
    [
      'GET /leads/{id}, PATCH /leads/{id}, GET /services/{id}, POST /tasks/list: the field error.message of the answer 404 is new',
    ],
  ],
]);

function errorBody(code: string): object {
  const error = { type: 'object', properties: { code: { type: 'string', enum: [code] }, message: { type: 'string' } } };
  return { content: { 'application/json': { schema: { type: 'object', properties: { error } } } } };
}
