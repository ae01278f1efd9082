import { requireTold } from '../../../domain/leads/lead-timeline.js';
import { ValidationError } from '../../../domain/shared/errors.js';

type Entry = Parameters<typeof requireTold>[0];
const NOTE: Entry = { kind: 'note', body: 'Called, no answer.', from: null, to: null };
const CHANGE: Entry = { kind: 'status_changed', body: null, from: 'new', to: 'contacted' };

describe('an entry of a lead’s timeline', () => {
  it.each<[string, Entry]>([
    ['a note with its text', NOTE],
    ['a change with both statuses', CHANGE],
  ])('is taken: %s', (_, entry) => {
    expect(() => {
      requireTold(entry);
    }).not.toThrow();
  });

  it.each<[Entry, string, string]>([
    [{ ...NOTE, body: null }, 'body', 'body is required'],
    [{ ...NOTE, from: 'new' }, 'from', 'must be empty in an entry of the kind note'],
    [{ ...NOTE, to: 'new' }, 'to', 'must be empty in an entry of the kind note'],
    [{ ...CHANGE, body: 'Why' }, 'body', 'must be empty in an entry of the kind status_changed'],
    [{ ...CHANGE, from: null }, 'from', 'from is required'],
    [{ ...CHANGE, to: null }, 'to', 'to is required'],
  ])('%j is refused by %s', (entry, field, problem) => {
    expect(() => {
      requireTold(entry);
    }).toThrow(new ValidationError(field, problem));
  });
});
