import { MOST_METADATA, type Metadata } from '../../../domain/shared/annotated.js';
import { field, Invalid } from './field.js';
import { Text } from './fields.js';
import { isObject } from './json-body.js';
import { nullable, type JsonSchema } from './json-schema.js';
import { present, type Presence, type Reader } from './presence.js';
import { readText, toText, type TextOptions } from './read-text.js';

const LONGEST_ID = 200;
const NAME = /^[a-z0-9_.-]{1,40}$/;
const FACT: TextOptions = { max: 500, lines: true, clearable: true };
/** So many names can be given at once: enough to replace all facts by others. */
const MOST_GIVEN = 2 * MOST_METADATA;

/** Tools and capability endpoints do not have these fields: a program keeps them, and they would cost tokens in every conversation. */
const OPTIONAL = { optional: true, onlyRest: true } as const;
const CHANGE = { change: true, nullable: true, onlyRest: true } as const;

/** The id of a record in another system. Null clears it on a PATCH. */
export function ExternalIdField(presence: Pick<Presence, 'optional' | 'change'> = OPTIONAL): PropertyDecorator {
  const when = presence.change ? CHANGE : OPTIONAL;
  return Text({ max: LONGEST_ID, ...when, description: 'Your own id of it, which no other has.', example: 'crm-1042' });
}

/** The id of a record in another system, in a REST path. */
export function PathExternalId(): PropertyDecorator {
  const description = 'Your own id of the record: 1 to 200 characters, encoded as a path wants it.';
  const schema: JsonSchema = { type: 'string', minLength: 1, maxLength: LONGEST_ID, description, examples: ['crm-1042'] };
  return (target, key) => {
    const read = (raw: unknown): unknown => readText(raw, { max: LONGEST_ID }, String(key));
    field({ schema, required: true, place: 'path', read })(target, key);
  };
}

/** Exact match of the id in another system. An empty text matches nothing. */
export function ExternalIdFilter(): PropertyDecorator {
  const presence = { ...OPTIONAL, description: 'Exact match.', example: 'crm-1042' };
  return present({ type: 'string' }, presence, (raw) => toText(raw, { max: LONGEST_ID }));
}

const NAMES = `At most ${MOST_METADATA} names of 1 to 40 of \`a-z0-9_.-\`, each with a text of at most 500 characters.`;

/** The facts that another system keeps in a record: those of a new one, or with `change` those that change. */
export function MetadataField(presence: Pick<Presence, 'optional' | 'change'> = OPTIONAL): PropertyDecorator {
  const [when, words] = presence.change
    ? [CHANGE, ' Merged with those that are there. A null removes one; null as a whole all.']
    : [OPTIONAL, ''];
  const schema: JsonSchema = { type: 'object', additionalProperties: nullable({ type: 'string', maxLength: 500 }) };
  return present(schema, { ...when, description: `Facts of your own. ${NAMES}${words}` }, readFacts);
}

/** The facts in a file: an object in NDJSON, which is JSON in a CSV cell. */
export function MetadataColumn(): PropertyDecorator {
  const schema: JsonSchema = { type: 'object', additionalProperties: { type: 'string', maxLength: 500 } };
  const read: Reader = (raw, context, whole) => {
    const facts = readFacts(context.source === 'query' ? fromCell(raw) : raw, context, whole);
    if (facts instanceof Invalid) return facts;
    const kept = Object.entries(facts as Readonly<Record<string, string | null>>).filter(([, text]) => text !== null);
    return kept.length > MOST_METADATA ? new Invalid(`must have at most ${MOST_METADATA} names`) : Object.fromEntries(kept);
  };
  return present(
    schema,
    { change: true, nullable: true, description: `Facts of another system. ${NAMES} In CSV, the object is JSON.` },
    read,
    {
      write: (stored, { source }) => {
        const facts = stored as Metadata; // safe: the column holds the facts of records
        if (source === 'json') return facts;
        return Object.keys(facts).length === 0 ? null : JSON.stringify(facts);
      },
    },
  );
}

/** Selects the records with one fact. In the query it is `metadata[name]=value`. */
export function MetadataFilter(): PropertyDecorator {
  const schema: JsonSchema = { type: 'object', additionalProperties: { type: 'string' } };
  const description = 'One name with its exact value: `metadata[plan]=gold`.';
  return present(schema, { ...OPTIONAL, description, example: { plan: 'gold' } }, (raw) => {
    const wrong = new Invalid('must be one name with its value, such as metadata[plan]=gold');
    const [one, ...others] = isObject(raw) ? Object.entries(raw) : [];
    if (!one || others.length > 0) return wrong;
    const [name, value] = one;
    const text = toText(value, FACT);
    return !NAME.test(name) || text instanceof Invalid ? wrong : Object.fromEntries([[name, text]]);
  });
}

/** Returns the facts by name, with null for one that is removed. */
const readFacts: Reader = (raw) => {
  if (!isObject(raw)) return new Invalid('must be an object of texts');
  const given = Object.entries(raw);
  if (given.length > MOST_GIVEN) return new Invalid(`must have at most ${MOST_METADATA} names`);
  const facts: [string, string | null][] = [];
  for (const [name, value] of given) {
    if (!NAME.test(name)) return new Invalid('must have names of 1 to 40 of a-z, 0-9, _, . and -');
    const text = value === null ? null : readFact(name, value);
    if (text instanceof Invalid) return text;
    facts.push([name, text]);
  }
  return Object.fromEntries(facts);
};

function readFact(name: string, value: unknown): string | Invalid {
  const text = readText(value, FACT, name);
  return text instanceof Invalid ? new Invalid(`${name} ${text.problem}`) : text;
}

function fromCell(raw: unknown): unknown {
  try {
    return JSON.parse(String(raw));
  } catch {
    return null;
  }
}

/** In a view: the id of the record in another system. */
export function ExternalIdShown(): PropertyDecorator {
  return shown({ type: ['string', 'null'], description: 'The id of the record in another system.' });
}

/** In a view: the facts of another system. */
export function MetadataShown(): PropertyDecorator {
  return shown(
    { type: 'object', additionalProperties: { type: 'string' }, description: 'Facts of other systems, by name.' },
    true,
  );
}

function shown(schema: JsonSchema, fromOutside = false): PropertyDecorator {
  return field({ schema, required: true, place: 'input', read: (raw) => raw, fromOutside, ofOthers: true });
}
