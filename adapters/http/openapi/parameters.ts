import { fieldsOf, type Field } from '../../../application/kernel/fields/field.js';
import { IDEMPOTENCY_KEY_SCHEMA } from '../../../application/kernel/operation/kept-answers.js';
import { givenFields } from '../../../application/kernel/operation/operation.js';
import { defined } from '../../../domain/shared/defined.js';
import { takesIdempotencyKey } from '../endpoint-input.js';
import { answersFile, hasEtag, type Endpoint } from '../endpoint.js';
import type { Components, Part } from './components.js';

const IDEMPOTENCY_KEY_HEADER = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'A name that you choose for one write. A retry with the same key and arguments within 24 hours does not write again. The ' +
    'first answer is repeated, with `Idempotent-Replayed: true`. With another path or body: 422; while the first call is in ' +
    'flight: 409.',
  schema: IDEMPOTENCY_KEY_SCHEMA,
};

const IF_NONE_MATCH_HEADER = {
  name: 'If-None-Match',
  in: 'header',
  description: 'The `ETag` of an earlier answer. If the record or file is still the same, the answer is 304 without a body.',
  schema: { type: 'string' },
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
export function parametersOf(components: Components, endpoint: Endpoint): Part[] {
  const { operation, surface, method, path } = endpoint;
  const inPath = fieldsOf(operation.input).filter(({ name }) => path.split('/').includes(`:${name}`));
  const inQuery = method === 'GET' ? givenFields(operation, surface) : [];
  return [
    ...inPath.map((field) => parameter('path', field)),
    ...inQuery.map((field) => parameter('query', field)),
    ...(takesIdempotencyKey(endpoint) ? [components.refer('parameters', 'IdempotencyKey', IDEMPOTENCY_KEY_HEADER)] : []),
    ...(hasEtag(endpoint) || answersFile(endpoint) ? [components.refer('parameters', 'IfNoneMatch', IF_NONE_MATCH_HEADER)] : []),
    ...(answersFile(endpoint) ? FILE_REQUEST_HEADERS : []),
  ];
}

function parameter(place: 'path' | 'query', { name, schema, required }: Field): Part {
  const { description, ...bare } = schema;
  return {
    name,
    in: place,
    required: place === 'path' || required,
    ...defined({ description }),
    schema: bare,
  };
}
