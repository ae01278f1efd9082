import { toId, type Id } from '../../domain/shared/id.js';

/**
 * Returns an id that is safe in a path.
 * @throws Error when it is no id: nothing that somebody sent may become a part of a path
 */
export function checkedId<Kind extends string>(id: Id<Kind>): Id<Kind> {
  if (toId(id) !== id) throw new Error('this is no id of a stored file or its shop');
  return id;
}
