import { AesSealer } from '../../../adapters/signing/aes-sealer.js';
import { KeptAnswers, ReplayedRefusal } from '../../../application/kernel/operation/kept-answers.js';
import type { IdempotencyRef } from '../../../application/kernel/ports/idempotency-keys.js';
import { Conflict, ValidationError } from '../../../domain/shared/errors.js';
import type { ApiKeyId, ShopId } from '../../../domain/shared/id.js';
import { probeOperation } from '../../support/probe-operation.js';

const plain = probeOperation().operation;
const secret = { ...plain, holdsSecret: true };
const kept = new KeptAnswers(new AesSealer(['a key']));
// The casts are safe: the code under test only passes ids on.
const ref: IdempotencyRef = { shop: 'a shop' as ShopId, apiKey: 'a key' as ApiKeyId, key: 'order-1' };
const ANSWER = { data: { id: '1', secret: 'whsec_x' }, meta: null };

it('an answer with a secret is encrypted, and other answers are not', () => {
  expect(kept.answer(plain, ref, ANSWER)).toContain('whsec_x');
  expect(kept.answer(secret, ref, ANSWER)).toMatch(/^[\w-]+$/);
  expect([plain, secret].map((operation) => kept.read(operation, ref, kept.answer(operation, ref, ANSWER)))).toEqual([
    ANSWER,
    ANSWER,
  ]);
});

it('a refusal of an operation whose answer has a secret is encrypted, too, and is replayed with all its faults', () => {
  const refusal = kept.refusal(
    secret,
    ref,
    new ValidationError('url', 'is http: use https', [{ field: 'events', problem: 'x' }]),
  );
  const read = (): unknown => kept.read(secret, ref, refusal);
  expect(refusal).toMatch(/^[\w-]+$/);
  expect(read).toThrow(new ReplayedRefusal('url', 'is http: use https', [{ field: 'events', problem: 'x' }]));
});

it('a field whose name has a colon and a blank is replayed as it was', () => {
  const refusal = kept.refusal(plain, ref, new ValidationError('settings: hours', 'must be a list'));
  expect(() => kept.read(plain, ref, refusal)).toThrow(
    expect.objectContaining({ field: 'settings: hours', faults: [{ field: 'settings: hours', problem: 'must be a list' }] }),
  );
});

it('a refusal that an earlier version has kept is a refusal of the body', () => {
  expect(() => kept.read(plain, ref, '{"refusal":"name: name is required"}')).toThrow('body: name: name is required');
});

it('an encrypted answer opens for its own key alone, and says so when no signing key opens it', () => {
  const answer = kept.answer(secret, ref, ANSWER);
  expect(() => kept.read(secret, { ...ref, key: 'order-2' }, answer)).toThrow(Conflict);
  expect(() => new KeptAnswers(new AesSealer(['another'])).read(secret, ref, answer)).toThrow(/use another key/);
});
