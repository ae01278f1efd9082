import { fieldsOf, type Field } from '../../../application/kernel/fields/field.js';
import { IDEMPOTENCY_KEY_SCHEMA } from '../../../application/kernel/operation/kept-answers.js';
import { givenFields, withStreams } from '../../../application/kernel/operation/operation.js';
import { defined } from '../../../domain/shared/defined.js';
import { answersFile, hasEtag, takesIdempotencyKey, type OperationEndpoint } from '../endpoint.js';
import { templateOf } from './endpoint-names.js';
import type { Components, Part } from './entry.js';

const IDEMPOTENCY_KEY_HEADER = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'A name that you choose for one write. A retry with the same key, path and body within 24 hours does not write again. The ' +
    'first answer is repeated, with `Idempotent-Replayed: true`. With another path or body: 422; while the first call is in ' +
    'flight: 409.',
  schema: IDEMPOTENCY_KEY_SCHEMA,
};

export const IF_NONE_MATCH_HEADER = {
  name: 'If-None-Match',
  in: 'header',
  description: 'The `ETag` of an earlier answer. If the record or file is still the same, the answer is 304 without a body.',
  schema: { type: 'string' },
};

const IF_MATCH_HEADER = {
  name: 'If-Match',
  in: 'header',
  description:
    'The `ETag` of the record as you have read it, or `*` for any. If the record has another one now, the answer is 412, and ' +
    'nothing changes.',
  schema: { type: 'string' },
};

const PREFER_HEADER = {
  name: 'Prefer',
  in: 'header',
  description:
    '`handling=strict`: a name that this endpoint does not know is refused, with the nearest one that it knows (RFC 7240).',
  schema: { type: 'string' },
  example: 'handling=strict',
};

const PREFER_OF_A_WRITE = {
  ...PREFER_HEADER,
  description:
    `${PREFER_HEADER.description} \`return=minimal\`: a success is 204 with the \`Location\` of the record instead of the ` +
    'record. A comma separates two preferences.',
  example: 'return=minimal',
};

const FILE_REQUEST_HEADERS: readonly Part[] = [
  {
    name: 'Range',
    in: 'header',
    description:
      'The wanted bytes, such as `bytes=0-499`, `bytes=500-` or `bytes=-500`. Several ranges are `multipart/byteranges`.',
    schema: { type: 'string' },
  },
  {
    name: 'If-Range',
    in: 'header',
    description: 'An `ETag`. If the file has another one, `Range` is ignored.',
    schema: { type: 'string' },
  },
];

/** Returns the parameters of an endpoint: those of its path, the query of a GET, and the headers with a special meaning. */
export function parametersOf(components: Components, endpoint: OperationEndpoint): Part[] {
  const { operation, surface, method, path } = endpoint;
  const inPath = fieldsOf(operation.input).filter(({ name }) => path.split('/').includes(`:${name}`));
  const inQuery = method === 'GET' ? givenFields(operation, surface) : [];
  const inHeaders = withStreams([operation])
    .flatMap(({ input }) => fieldsOf(input))
    .flatMap((field) => (field.header ? [{ ...field, name: field.header }] : []));
  return [
    ...inPath.map((field) => parameter('path', field, fromList(path, field.name))),
    ...inQuery.map((field) => parameter('query', field)),
    ...inHeaders.map((field) => parameter('header', field)),
    ...(takesIdempotencyKey(endpoint) ? [components.refer('parameters', 'IdempotencyKey', IDEMPOTENCY_KEY_HEADER)] : []),
    ...(endpoint.present ? [components.refer('parameters', 'IfMatch', IF_MATCH_HEADER)] : []),
    ...(hasEtag(endpoint) || answersFile(endpoint) ? [components.refer('parameters', 'IfNoneMatch', IF_NONE_MATCH_HEADER)] : []),
    ...(answersFile(endpoint) ? FILE_REQUEST_HEADERS : []),
    endpoint.addressed === null
      ? components.refer('parameters', 'Prefer', PREFER_HEADER)
      : components.refer('parameters', 'PreferOfAWrite', PREFER_OF_A_WRITE),
  ];
}

/** The words about an id in a path that has no others: it comes from the list before it. */
function fromList(path: string, name: string): string {
  return `An \`id\` from \`GET ${templateOf(path.slice(0, path.indexOf(`/:${name}`)))}\`.`;
}

function parameter(place: 'path' | 'query' | 'header', { name, schema, required }: Field, otherwise?: string): Part {
  const { description = otherwise, ...bare } = schema;
  return {
    name,
    in: place,
    required: place === 'path' || required,
    ...defined({ description }),
    ...(place === 'query' && schema.type === 'object' && { style: 'deepObject', explode: true }),
    schema: bare,
  };
}

/** The headers of answers that the document describes. */
export const HEADERS = {
  'X-Request-Id': {
    description:
      'The id of the request: yours if you sent one of 1 to 128 letters, digits and `._:-`, otherwise a new one. Give it when ' +
      'you ask for help.',
    required: true,
    schema: { type: 'string', pattern: '^[A-Za-z0-9._:-]{1,128}$' },
  },
  RateLimit: {
    description: 'The rest of the present window (IETF draft): `r` requests, `t` seconds. Absent when limits are switched off.',
    schema: { type: 'string' },
    example: '"requests";r=117;t=42',
  },
  'RateLimit-Policy': {
    description: 'The limit itself (IETF draft): `q` requests per `w` seconds. Absent when limits are switched off.',
    schema: { type: 'string' },
    example: '"requests";q=120;w=60',
  },
  'Preference-Applied': {
    description: 'The preferences of the request that were followed. Absent if there are none.',
    schema: { type: 'string', pattern: '^(?:handling=strict(?:, return=minimal)?|return=minimal)$' },
    example: 'handling=strict',
  },
  'Retry-After': { description: 'Seconds to wait.', required: true, schema: { type: 'integer', minimum: 0 }, example: 12 },
  'Poll-Later': {
    description: 'Seconds to wait, when this empty page came at once because too many requests wait already. Otherwise absent.',
    schema: { type: 'integer', minimum: 0 },
    example: 5,
  },
  'Should-Retry': {
    description: '`false` when the same call would be refused again. Absent when it may succeed.',
    schema: { type: 'string', const: 'false' },
  },
  Link: {
    description:
      'The page that explains the error: `<…/docs/errors#conflict>; rel="help"`. Absent where the service does not know its public address.',
    schema: { type: 'string' },
    example: '<https://shop.example/docs/errors#conflict>; rel="help"',
  },
  'WWW-Authenticate': {
    description: 'The way to authenticate. It has an `error` if the key that was sent is not live (RFC 6750).',
    required: true,
    schema: { type: 'string', enum: ['Bearer', 'Bearer error="invalid_token"'] },
  },
  ETag: {
    description: 'The version of this answer. Send it back as `If-None-Match`, or as `If-Match` with a change of the record.',
    required: true,
    schema: { type: 'string' },
  },
  'Accept-Ranges': {
    description: 'The unit of `Range`.',
    required: true,
    schema: { type: 'string', const: 'bytes' },
  },
  'Content-Range': {
    description: 'The place of the part in the file, and the length of the file: `bytes 0-499/1234`.',
    schema: { type: 'string', pattern: '^bytes \\d+-\\d+/\\d+$' },
    example: 'bytes 0-499/1234',
  },
  'Unsatisfied-Range': {
    description: 'The length of the file: `bytes */1234`.',
    schema: { type: 'string', pattern: '^bytes \\*/\\d+$' },
    example: 'bytes */1234',
  },
  Location: { description: 'The address of the record.', required: true, schema: { type: 'string', format: 'uri-reference' } },
  'Existing-Location': {
    description: 'On a duplicate: the address of the record that has the value.',
    schema: { type: 'string', format: 'uri-reference' },
  },
  'Feed-Position': {
    description: 'The `number` of the last event that is in this answer. `GET /events` with it as `after` goes on from there.',
    required: true,
    schema: { type: 'integer', minimum: 0 },
    example: 1042,
  },
  'Export-Token': {
    description: 'Send it back with `after` to go on where this answer was cut off.',
    required: true,
    schema: { type: 'string' },
  },
  'Idempotent-Replayed': {
    description: '`true` when this is the answer of an earlier call with the same `Idempotency-Key`. Otherwise absent.',
    schema: { type: 'string', const: 'true' },
  },
} as const;

export type HeaderName = keyof typeof HEADERS;

/** The headers of every answer to a request whose key was accepted. */
export const ADMITTED: readonly HeaderName[] = ['X-Request-Id', 'RateLimit', 'RateLimit-Policy', 'Preference-Applied'];

/** The names in an answer of the headers that have two meanings, so that the document describes each under two names. */
const ON_THE_WIRE: Readonly<Record<string, string>> = {
  'Poll-Later': 'Retry-After',
  'Existing-Location': 'Location',
  'Unsatisfied-Range': 'Content-Range',
} satisfies Partial<Record<HeaderName, string>>;

/** Returns the header's name in an answer. */
export function onTheWire(name: string): string {
  return ON_THE_WIRE[name] ?? name;
}
