import { IsUUID } from 'class-validator';
import { NOBODY, toId } from '../../../domain/shared/id.js';
import type { Field } from './field.js';
import type { JsonSchema } from './json-schema.js';
import type { Presence } from './presence.js';

export const UUID_SCHEMA: JsonSchema = { type: 'string', format: 'uuid' };

/** The tool that lists ids of this kind. The error message for a wrong id names the tool. */
export interface Listed {
  /** the name of the tool */
  readonly listedBy?: string;
  /** the field that has the id in that tool's answer; `id` by default */
  readonly listedAs?: string;
}

/** If an id has no description, but a tool lists such ids, adds a description that names the tool. */
export function describedId<Options extends Pick<Presence, 'description'> & Listed>(options: Options): Options {
  const { listedBy, listedAs = 'id', description } = options;
  if (listedBy === undefined || description?.includes(listedBy) === true) return options;
  const source = `${listedAs === 'id' ? 'An' : 'A'} \`${listedAs}\` from ${listedBy}.`;
  return { ...options, description: description === undefined ? source : `${source} ${description}` };
}

/** Returns an id in lower case. A value that is no id is returned as it is, and `isId` refuses it. */
export function readId(raw: unknown): unknown {
  return typeof raw === 'string' ? (toId(raw) ?? raw) : raw;
}

export function isId(listed: Listed): PropertyDecorator {
  return IsUUID('loose', { message: `must be a UUID${sourceOf(listed)}` });
}

/**
 * The end of a message about a wrong id: `: an id from customers.list`. Empty if no tool lists such ids.
 * @param many true: the field is a list of ids, `: ids from services.list`
 */
export function sourceOf({ listedBy, listedAs = 'id' }: Pick<Field, 'listedBy' | 'listedAs'>, many = false): string {
  if (listedBy === undefined) return '';
  const named = many ? `${listedAs}s` : `${listedAs === 'id' ? 'an' : 'a'} ${listedAs}`;
  return `: ${named} from ${listedBy}`;
}

export function idOrNobody(raw: unknown): string {
  return (typeof raw === 'string' && toId(raw)) || NOBODY;
}
