import { add, drop, rename, set, take, testEach, type Change } from './planted.js';

const PATHS = 'openapi > paths';
const LIST = `${PATHS} > /tasks/list > post`;
const LEADS = `${PATHS} > /leads > get`;
const named = (name: string) => (parameter: unknown) => JSON.stringify(parameter).includes(`"name":"${name}"`);
const parameter = (name: string, more: object): Change[] => [
  take(`${LEADS} > parameters`, named(name)),
  add(`${LEADS} > parameters`, { name, in: 'query', schema: { type: 'string' }, ...more }),
];

describe('the endpoints', () => {
  testEach([
    [
      'an endpoint that goes away, or is new',
      [drop(`${PATHS} > /leads/{id} > patch`)],
      ['BREAK PATCH /leads/{id}: the endpoint has gone away'],
      ['PATCH /leads/{id}: the endpoint is new'],
    ],
    [
      'another path',
      [rename(`${PATHS} > /tasks/list`, '/tasks/search')],
      ['BREAK POST /tasks/list: the endpoint has gone away', 'POST /tasks/search: the endpoint is new'],
      ['BREAK POST /tasks/search: the endpoint has gone away', 'POST /tasks/list: the endpoint is new'],
    ],
    [
      'another method',
      [rename(`${PATHS} > /tasks/list > post`, 'put')],
      ['BREAK POST /tasks/list: the endpoint has gone away', 'PUT /tasks/list: the endpoint is new'],
      ['BREAK PUT /tasks/list: the endpoint has gone away', 'POST /tasks/list: the endpoint is new'],
    ],
    [
      'another operationId, which is a name in generated clients',
      [set(`${LEADS} > operationId`, 'leads.find')],
      ['BREAK GET /leads: the operationId was leads.list and is leads.find'],
      ['BREAK GET /leads: the operationId was leads.find and is leads.list'],
    ],
    ['an endpoint that is deprecated', [set(`${LEADS} > deprecated`, true)], ['GET /leads: the endpoint is deprecated'], []],
    [
      'another address',
      [set('openapi > servers', [{ url: '/api/v2' }])],
      ['BREAK every endpoint: the address was /api/v1 and is /api/v2'],
      ['BREAK every endpoint: the address was /api/v2 and is /api/v1'],
    ],
    [
      'another way to authenticate',
      [set('openapi > components > securitySchemes > bearer > scheme', 'basic')],
      [
        'BREAK every endpoint: the way to authenticate was {"bearer":{"bearerFormat":"sk_shop_…","scheme":"bearer","type":"http"}} and ' +
          'is {"bearer":{"bearerFormat":"sk_shop_…","scheme":"basic","type":"http"}}',
      ],
      [
        'BREAK every endpoint: the way to authenticate was {"bearer":{"bearerFormat":"sk_shop_…","scheme":"basic","type":"http"}} and ' +
          'is {"bearer":{"bearerFormat":"sk_shop_…","scheme":"bearer","type":"http"}}',
      ],
    ],
  ]);
});

describe('the parameters', () => {
  testEach([
    [
      'a parameter that goes away, or is new',
      [take(`${LEADS} > parameters`, named('cursor'))],
      ['BREAK GET /leads: the parameter cursor has gone away'],
      ['GET /leads: the parameter cursor is new'],
    ],
    [
      'a new required parameter',
      [add(`${LEADS} > parameters`, { name: 'shop', in: 'query', required: true, schema: { type: 'string' } })],
      ['BREAK GET /leads: the parameter shop is new and required'],
      ['BREAK GET /leads: the parameter shop has gone away'],
    ],
    [
      'a parameter that becomes required',
      parameter('email', { required: true }),
      ['BREAK GET /leads: the parameter email has become required'],
      ['GET /leads: the parameter email is no longer required'],
    ],
    [
      'a smaller maximum and a larger minimum',
      parameter('limit', { schema: { type: 'integer', minimum: 5, maximum: 50, default: 25 } }),
      [
        'BREAK GET /leads: the parameter limit has maximum 50, which was 100',
        'BREAK GET /leads: the parameter limit has minimum 5, which was 1',
      ],
      [
        'GET /leads: the parameter limit has maximum 100, which was 50',
        'GET /leads: the parameter limit has minimum 1, which was 5',
      ],
    ],
    [
      'a parameter that is deprecated',
      parameter('email', { deprecated: true }),
      ['GET /leads: the parameter email is deprecated'],
      [],
    ],
    [
      'a header that is no longer read',
      [take(`${PATHS} > /leads/{id} > get > parameters`, (one) => JSON.stringify(one).includes('IfNoneMatch'))],
      ['BREAK GET /leads/{id}: the header If-None-Match has gone away'],
      ['GET /leads/{id}: the header If-None-Match is new'],
    ],
    [
      'a header in other letters, in the place of its reference',
      [
        take(`${PATHS} > /leads/{id} > get > parameters`, (one) => JSON.stringify(one).includes('IfNoneMatch')),
        add(`${PATHS} > /leads/{id} > get > parameters`, { name: 'if-none-match', in: 'header', schema: { type: 'string' } }),
      ],
      [],
      [],
    ],
  ]);
});

describe('the bodies', () => {
  testEach([
    [
      'a body that goes away, or is new',
      [drop(`${LIST} > requestBody`)],
      ['BREAK POST /tasks/list: the body has gone away'],
      ['POST /tasks/list: the body is new'],
    ],
    [
      'a body that goes away, or is new and required',
      [drop(`${PATHS} > /leads > post > requestBody`)],
      ['BREAK POST /leads: the body has gone away'],
      ['BREAK POST /leads: the body is new and required'],
    ],
    [
      'a body that is no longer required',
      [set(`${PATHS} > /leads > post > requestBody > required`, false)],
      ['POST /leads: the body is no longer required'],
      ['BREAK POST /leads: the body has become required'],
    ],
    [
      'a body of another kind',
      [rename(`${LIST} > requestBody > content > application/json`, 'text/csv')],
      ['BREAK POST /tasks/list: the body can no longer be application/json', 'POST /tasks/list: the body can be text/csv'],
      ['BREAK POST /tasks/list: the body can no longer be text/csv', 'POST /tasks/list: the body can be application/json'],
    ],
  ]);
});

describe('the needs of a call', () => {
  testEach([
    [
      'a key, where none was needed',
      [drop(`${PATHS} > /openapi.json > get > security`)],
      ['BREAK GET /openapi.json: needs a key: bearer'],
      ['GET /openapi.json: needs no key'],
    ],
    [
      'a full key',
      [set(`${LEADS} > x-access > scope`, 'full')],
      ['BREAK GET /leads: needs a key with scope full, which was read'],
      ['GET /leads: needs a key with scope read, which was full'],
    ],
    [
      'another section',
      [set(`${LIST} > x-access > section`, 'jobs.manage')],
      ['BREAK POST /tasks/list: needs a key with the section jobs.manage, which was inbox.access'],
      ['BREAK POST /tasks/list: needs a key with the section inbox.access, which was jobs.manage'],
    ],
    [
      'a feature of the shop',
      [set(`${LIST} > x-access > feature`, 'services')],
      ['BREAK POST /tasks/list: needs the shop’s feature services'],
      ['POST /tasks/list: no longer needs the shop’s feature services'],
    ],
    [
      'the smaller budget',
      [set(`${LIST} > x-access > budget`, 'write')],
      ['BREAK POST /tasks/list: counts against the write budget, which was read'],
      ['POST /tasks/list: counts against the read budget, which was write'],
    ],
    [
      'lower limits',
      [set('openapi > x-limits', { requests: 100, readBudget: 30, writeBudget: 0 })],
      [
        'BREAK every endpoint: a key has 100 requests in 60 seconds, which were 120',
        'BREAK every endpoint: a key has 30 calls that read in 60 seconds, which were 60',
        'every endpoint: a key has 0 calls that write in 60 seconds, which were 20',
      ],
      [
        'BREAK every endpoint: a key has 20 calls that write in 60 seconds, which were 0',
        'every endpoint: a key has 120 requests in 60 seconds, which were 100',
        'every endpoint: a key has 60 calls that read in 60 seconds, which were 30',
      ],
    ],
  ]);
});
