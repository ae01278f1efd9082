import { field } from './field.js';

const PLACE = /^(?:0|[1-9]\d{0,8})$/;
/** The place of nothing. */
const NOWHERE = -1;

/** A place in a list, from 0, as a part of a REST path. REST answers 404 for other text. */
export function PathPlace({ description }: { readonly description: string }): PropertyDecorator {
  return field({
    schema: { type: 'integer', minimum: 0, description },
    required: true,
    place: 'path',
    read: (raw) => (typeof raw === 'string' && PLACE.test(raw) ? Number(raw) : NOWHERE),
  });
}
