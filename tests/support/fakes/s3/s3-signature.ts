import { createHash, createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** A request as it came in. `target` is its path with the query, still encoded. */
export interface SignedRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface S3Key {
  readonly id: string;
  readonly secret: string;
  readonly region: string;
}

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/;
const SKEW_MS = 15 * 60_000;

const sha256 = (data: Buffer | string): string => createHash('sha256').update(data).digest('hex');
const hmac = (key: Buffer | string, data: string): Buffer => createHmac('sha256', key).update(data).digest();

/**
 * Checks a signature of version 4 as Amazon's documentation of S3 describes it: the key, the time, the content's hash, and the
 * signature over the request.
 * @returns the code of S3's error; null: everything is right
 */
export function faultOf(request: SignedRequest, key: S3Key): string | null {
  const [, id, day, region, names = '', signature] = AUTHORIZATION.exec(request.headers.authorization ?? '') ?? [];
  const at = String(request.headers['x-amz-date']);
  const hash = String(request.headers['x-amz-content-sha256']);
  if (id === undefined) return 'AccessDenied';
  if (id !== key.id) return 'InvalidAccessKeyId';
  if (region !== key.region) return 'AuthorizationHeaderMalformed';
  if (!at.startsWith(String(day)) || Math.abs(timeOf(at) - Date.now()) > SKEW_MS) return 'RequestTimeTooSkewed';
  const signed = names.split(';');
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => signed.includes(name))) return 'AccessDenied';
  // Every header of S3's interface must be signed. A content without a hash would not be protected.
  if (Object.keys(request.headers).some((name) => name.startsWith('x-amz-') && !signed.includes(name))) return 'AccessDenied';
  if (hash !== sha256(request.body)) return 'XAmzContentSHA256Mismatch';
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', at, scope, sha256(canonical(request, signed, hash))].join('\n');
  const signing = [region, 's3', 'aws4_request'].reduce<Buffer>(
    (derived, word) => hmac(derived, word),
    hmac(`AWS4${key.secret}`, String(day)),
  );
  return hmac(signing, text).toString('hex') === signature ? null : 'SignatureDoesNotMatch';
}

function canonical({ method, target, headers }: SignedRequest, signed: readonly string[], hash: string): string {
  const [path = '', query = ''] = target.split('?', 2);
  const lines = signed.map((name) => `${name}:${String(headers[name]).trim().replaceAll(/ +/g, ' ')}\n`);
  const parameters = query === '' ? [] : query.split('&').map((pair) => pair.split('=', 2).map(recoded).join('='));
  const pairs = parameters.map((pair) => (pair.includes('=') ? pair : `${pair}=`)).sort();
  const segments = path.split('/').map(recoded);
  return [method, segments.join('/'), pairs.join('&'), lines.join(''), signed.join(';'), hash].join('\n');
}

/** Encodes all but the unreserved characters, whichever of them were encoded. */
function recoded(text: string): string {
  return encodeURIComponent(decodeURIComponent(text)).replaceAll(
    /[!'()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function timeOf(at: string): number {
  return Date.parse(at.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
}
