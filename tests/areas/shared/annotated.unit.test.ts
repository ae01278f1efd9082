import { annotatedBy, mergedMetadata, MOST_METADATA, UNANNOTATED, withMerged } from '../../../domain/shared/annotated.js';
import { ValidationError } from '../../../domain/shared/errors.js';

const facts = (count: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`n${index}`, 'x']));

it('a new record has the external id and the facts that it is given, and else none', () => {
  expect(annotatedBy({})).toEqual(UNANNOTATED);
  expect(annotatedBy({ externalId: 'crm-1', metadata: { plan: 'gold', old: null } })).toEqual({
    externalId: 'crm-1',
    metadata: { plan: 'gold' },
  });
  expect(annotatedBy({ metadata: null })).toEqual(UNANNOTATED);
});

it('a change is merged: null removes one fact, or all', () => {
  const before = { plan: 'gold', stage: '2' };
  expect(mergedMetadata(before, { stage: null, region: 'ON' })).toEqual({ plan: 'gold', region: 'ON' });
  expect(mergedMetadata(before, { plan: 'silver' })).toEqual({ plan: 'silver', stage: '2' });
  expect(mergedMetadata(before, null)).toEqual({});
});

it('a change that changes nothing gives the same metadata', () => {
  const before = { plan: 'gold' };
  for (const change of [{}, { plan: 'gold' }, { never: null }]) expect(mergedMetadata(before, change)).toBe(before);
  const none = {};
  expect(mergedMetadata(none, null)).toBe(none);
  expect(mergedMetadata(none, { constructor: null as never })).toBe(none);
});

it('at most 20 names are left after a change', () => {
  expect(Object.keys(mergedMetadata(facts(MOST_METADATA), { n0: null, more: 'x' }))).toHaveLength(MOST_METADATA);
  expect(() => mergedMetadata(facts(MOST_METADATA), { more: 'x' })).toThrow(ValidationError);
  expect(() => mergedMetadata(facts(MOST_METADATA), { more: 'x' })).toThrow(
    'metadata: would have 21 names: a record has at most 20',
  );
});

it('the names are in the order in which the database has them', () => {
  expect(Object.keys(mergedMetadata({ zz: '1' }, { b: '2', a: '3', ccc: '4' }))).toEqual(['a', 'b', 'zz', 'ccc']);
});

it('a record merges only what a change gives', () => {
  const before = { externalId: 'a', metadata: { plan: 'gold' } };
  expect(withMerged(before, {})).toEqual({});
  expect(withMerged(before, { externalId: null })).toEqual({ externalId: null });
  expect(withMerged(before, { metadata: { stage: '2' } })).toEqual({ metadata: { plan: 'gold', stage: '2' } });
});
