import {
  Duplicate,
  Forbidden,
  InsufficientScope,
  InvalidRequest,
  isFault,
  NotFound,
  NotImplemented,
  OrgSuspended,
  PlanLapsed,
  RateLimited,
  refuse,
  RefusedChange,
  SwitchedOff,
  Unauthorized,
  Unavailable,
  ValidationError,
  type ShopError,
} from '../../../domain/shared/errors.js';

it.each<[ShopError, string, string]>([
  [new InvalidRequest('no JSON'), 'invalid_request', 'no JSON'],
  [new Unauthorized('no key'), 'unauthorized', 'no key'],
  [new PlanLapsed(), 'plan_lapsed', 'the account behind this key has no active subscription; retrying does not help'],
  [new OrgSuspended(), 'org_suspended', 'the account behind this key is suspended; retrying does not help'],
  [
    new InsufficientScope(),
    'insufficient_scope',
    'this operation writes and needs a key with scope full; this key has scope read',
  ],
  [new Forbidden('not yours'), 'forbidden', 'not yours'],
  [new NotFound('lead'), 'not_found', 'lead not found'],
  [new NotFound('lead', 'it was merged'), 'not_found', 'lead not found: it was merged'],
  [new SwitchedOff('booking'), 'not_found', 'booking is switched off for this shop'],
  [new Duplicate('the number is taken', 'one', '/customers/one'), 'conflict', 'the number is taken (existing id: one)'],
  [new ValidationError('name', 'name is required'), 'validation_error', 'name: name is required'],
  [new RateLimited('too many calls', 5), 'rate_limited', 'too many calls; retry in 5 s'],
  [new RefusedChange('give one change'), 'internal_error', 'give one change'],
  [new NotImplemented('not yet'), 'not_implemented', 'not yet'],
  [new Unavailable(), 'unavailable', 'the service cannot reach its database; nothing changed, try again shortly'],
])('%s has the code %s', (error, code, message) => {
  expect([error.code, error.message]).toEqual([code, message]);
});

it('an error says what its answer needs besides', () => {
  expect([new Unauthorized('no key').hasKey, new Unauthorized('no key', false).hasKey]).toEqual([true, false]);
  expect(new NotFound('lead', 'merged')).toMatchObject({ what: 'lead', why: 'merged' });
  expect(new Duplicate('taken', 'one', '/customers/one')).toMatchObject({ existingId: 'one', path: '/customers/one' });
  expect(new RateLimited('too many', 5)).toMatchObject({ retryAfterSeconds: 5, repeated: false });
  const cause = new Error('gone');
  expect(new Unavailable({ cause }, 'ask again', 'no files')).toMatchObject({
    retryAfterSeconds: 1,
    cause,
    message: 'no files; ask again',
  });
});

it('a call is refused for all of its faults, and its message names the first', () => {
  const [name, phone] = [
    { field: 'name', problem: 'name is required' },
    { field: 'phone', problem: 'no number' },
  ];
  const refused = expect.objectContaining({ message: 'name: name is required', field: 'name', faults: [name, phone] });
  expect(() => {
    refuse([name, phone]);
  }).toThrow(refused);
  expect(() => {
    refuse([]);
  }).not.toThrow();
});

it('the operator looks into what no caller can cause', () => {
  expect([new Error('a bug'), 'text', new Unavailable()].map(isFault)).toEqual([true, true, true]);
  expect([new NotFound('lead'), new RefusedChange('no')].map(isFault)).toEqual([false, false]);
});
