import { StorageFull, StorageRefused } from '../../application/areas/media/file-storage.js';
import { errorProperty, messageOf, systemCodeOf } from '../system-errors.js';

/** Says in words what an operator can correct. The keys are the codes of S3's interface and the names of the SDK's errors. */
const REASONS: Readonly<Record<string, string>> = {
  NoSuchBucket: 'there is no such bucket',
  AccessDenied: 'the credentials do not permit this',
  Forbidden: 'the credentials do not permit this',
  InvalidAccessKeyId: 'the server does not know the access key',
  SignatureDoesNotMatch: 'the secret of the access key is wrong',
  ExpiredToken: 'the credentials have expired',
  CredentialsProviderError: 'there are no credentials',
  PermanentRedirect: 'the bucket is in another region than AWS_REGION',
  AuthorizationHeaderMalformed: 'the bucket is in another region than AWS_REGION',
  RequestTimeTooSkewed: 'the clocks of this machine and of the server are too far apart',
  SlowDown: 'the server asks for fewer requests',
  TimeoutError: 'the server does not answer in time',
};

/** Codes of servers that have no room left. Amazon's own buckets have no limit. */
const FULL: ReadonlySet<string> = new Set(['XMinioStorageFull', 'QuotaExceeded', 'InsufficientStorage']);
const INSUFFICIENT_STORAGE = 507;
const NOT_FOUND = 404;

/** The HTTP status of an error of the SDK; undefined: no answer came. */
function statusOf(error: unknown): number | undefined {
  const metadata: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, '$metadata') : undefined;
  const status: unknown = typeof metadata === 'object' && metadata !== null ? Reflect.get(metadata, 'httpStatusCode') : undefined;
  return typeof status === 'number' ? status : undefined;
}

/** The code of S3's interface, or the name of the SDK's error. */
export function nameOf(error: unknown): string {
  const name = errorProperty(error, 'name');
  return typeof name === 'string' ? name : '';
}

/** @param place the bucket and its server, for the message */
export function explained(error: unknown, place: string): Error {
  const name = nameOf(error);
  if (FULL.has(name) || statusOf(error) === INSUFFICIENT_STORAGE) return new StorageFull({ cause: error });
  // The answer to a HEAD has no words.
  const isWordless = name === 'Unknown' || name === 'UnknownError';
  const status = statusOf(error);
  const isRefused = status === 401 || status === 403;
  const shown = isWordless ? `http_${String(status)}` : name === '' || name === 'Error' ? systemCodeOf(error) : name;
  const reason =
    REASONS[isWordless && isRefused ? 'Forbidden' : name] ?? (isWordless ? 'the server answered an error' : messageOf(error));
  const message = `${place}: ${reason}${shown === '' ? '' : ` (${shown})`}`;
  if (isRefused) return new StorageRefused(shown || `http_${status}`, message, { cause: error });
  return new Error(message, { cause: error });
}

/** Tells whether there is no such object. A missing bucket is something else. */
export function isMissing(error: unknown): boolean {
  return statusOf(error) === NOT_FOUND && nameOf(error) !== 'NoSuchBucket';
}
