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

/** Returns the header's name in an answer. `Location` has two meanings, so the document describes it under two names. */
export function onTheWire(name: HeaderName): string {
  return name === 'Existing-Location' ? 'Location' : name;
}
