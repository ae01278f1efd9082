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
  'Retry-After': { description: 'Seconds to wait.', required: true, schema: { type: 'integer', minimum: 0 }, example: 12 },
  'WWW-Authenticate': {
    description: 'The way to authenticate. It has an `error` if the key that was sent is not live (RFC 6750).',
    required: true,
    schema: { type: 'string', enum: ['Bearer', 'Bearer error="invalid_token"'] },
  },
  ETag: {
    description: 'The version of this answer. Send it back as `If-None-Match`.',
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
  'Idempotent-Replayed': {
    description: '`true` when this is the answer of an earlier call with the same `Idempotency-Key`. Otherwise absent.',
    schema: { type: 'string', const: 'true' },
  },
} as const;

export type HeaderName = keyof typeof HEADERS;

/** The headers of every answer to a request whose key was accepted. */
export const ADMITTED: readonly HeaderName[] = ['X-Request-Id', 'RateLimit', 'RateLimit-Policy'];

/** The names in an answer of the headers that have two meanings, so that the document describes each under two names. */
const ON_THE_WIRE: Partial<Record<HeaderName, string>> = {
  'Existing-Location': 'Location',
  'Unsatisfied-Range': 'Content-Range',
};

/** Returns the header's name in an answer. */
export function onTheWire(name: HeaderName): string {
  return ON_THE_WIRE[name] ?? name;
}
