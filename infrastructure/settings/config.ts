import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { loadEnvFile } from 'node:process';
import type { RequestLog } from '../../adapters/http/access-log.js';
import type { TracesOptions } from '../../adapters/traces/open-traces.js';
import { BUCKET, readSettings, type LOG_FORMATS, type LOG_LEVELS, type ProcessRole, type Settings } from './settings.js';

/** The provider of texts. `apiUrl` has no slash at its end. */
export type TextsConfig =
  | { readonly provider: 'sandbox' }
  | { readonly provider: 'twilio'; readonly accountSid: string; readonly authToken: string; readonly apiUrl: string };

/** The storage of recordings and attachments. */
export type RecordingsConfig =
  | { readonly kind: 'folder'; readonly folder: string }
  | {
      readonly kind: 's3';
      readonly bucket: string;
      /** the beginning of all keys, without a slash at its ends; '': there is none */
      readonly prefix: string;
      /** null: Amazon's */
      readonly endpoint: string | null;
      readonly region: string;
    };

/** The Redis in which instances share their limits. */
export interface RedisConfig {
  readonly url: string;
  /** the beginning of all keys; null: it is made from the identity of the database */
  readonly prefix: string | null;
  /** the milliseconds that a request waits for Redis at most */
  readonly longestMs: number;
}

export interface Config {
  readonly host: string;
  /** 0: any free port */
  readonly port: number;
  readonly publicUrl: string | null;
  readonly database: {
    readonly url: string;
    /** the address of the database itself, when `url` leads to a pooler in transaction mode; otherwise null */
    readonly directUrl: string | null;
    readonly poolSize: number;
    readonly ssl: boolean;
  } | null;
  readonly poolSize: number;
  /** the most requests in flight; a further request is refused at once; 0: no limit */
  readonly mostInFlight: number;
  /** the most requests that wait for an event; a further one is answered at once; 0: none waits */
  readonly mostWaiting: number;
  readonly dataDir: string;
  readonly demo: boolean;
  readonly limits: {
    readonly requests: number;
    readonly readBudget: number;
    readonly writeBudget: number;
    readonly authFailures: number;
  };
  /** null: each instance has limits of its own */
  readonly redis: RedisConfig | null;
  readonly allowedOrigins: readonly string[];
  readonly trustedProxies: readonly string[];
  /** null: decoding is off */
  readonly vinDecoderUrl: string | null;
  readonly texts: TextsConfig;
  /** null: the sandbox keeps e-mails */
  readonly mail: { readonly url: string; readonly from: string } | null;
  /** false: a pause of everything begins with this start */
  readonly outgoing: boolean;
  /** whether webhooks may go to http, to any port, and to addresses that are not of the public internet */
  readonly privateWebhooks: boolean;
  readonly recordings: RecordingsConfig;
  /** the server of buckets; `endpoint` null: Amazon's */
  readonly bucketServer: { readonly endpoint: string | null; readonly region: string };
  readonly backups: {
    /** a folder, or `s3://BUCKET/PREFIX`; null: none are made by themselves */
    readonly to: string | null;
    /** the time of the day in UTC, in milliseconds */
    readonly atMs: number;
    /** whether one is made before the embedded database is migrated */
    readonly beforeMigration: boolean;
  };
  /** the modules of the extensions: paths from the working directory, or names of packages */
  readonly extensions: readonly string[];
  /** `web` runs no background work, `worker` serves no API */
  readonly role: ProcessRole;
  /** the milliseconds for which a stopping service still serves requests, but reports that it is not ready */
  readonly stopPauseMs: number;
  /** whether the query parameter `imported=true` is supported */
  readonly importProvenance: boolean;
  /** null: none is set, so one key is made and kept in `dataDir` */
  readonly signingKeys: readonly [string, ...string[]] | null;
  readonly log: {
    readonly level: (typeof LOG_LEVELS)[number];
    readonly format: (typeof LOG_FORMATS)[number];
    readonly requests: RequestLog;
  };
  /** the port of metrics and health; null: there is none, and nothing is measured. A worker always has one. */
  readonly metricsPort: number | null;
  /** the address on which that port listens */
  readonly metricsHost: string;
  /** null: nothing is traced */
  readonly traces: TracesOptions | null;
}

/**
 * The requests in flight that are allowed by default for each database connection. One of them runs and nineteen wait. A client
 * would not wait longer.
 */
const IN_FLIGHT_PER_CONNECTION = 20;

/** A request that waits holds a connection of its client and a little memory, but no connection to the database. */
const MOST_WAITING = 1000;

/** A request is answered without Redis rather than late. */
const LONGEST_FOR_REDIS_MS = 50;

/** The region for servers that have none. They expect this name in signatures. */
const ANY_REGION = 'us-east-1';

/**
 * Reads the configuration from the environment.
 * @throws WrongSettings which names every wrong setting
 */
export function readConfig(env: NodeJS.ProcessEnv, terminal: boolean): Config {
  const settings = readSettings(env);
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl, DATABASE_POOL: poolSize, DATABASE_SSL: ssl } = settings;
  const role = settings.ROLE === 'all' && !settings.WORKER ? 'web' : settings.ROLE;
  return {
    host: settings.HOST,
    port: settings.PORT,
    publicUrl: settings.PUBLIC_URL === null ? null : withoutLastSlash(settings.PUBLIC_URL),
    database: url === null ? null : { url, directUrl, poolSize, ssl },
    poolSize,
    mostInFlight: settings.MAX_IN_FLIGHT ?? poolSize * IN_FLIGHT_PER_CONNECTION,
    mostWaiting: MOST_WAITING,
    dataDir: resolve(settings.DATA_DIR),
    demo: settings.DEMO ?? url === null,
    limits: {
      requests: settings.RATE_LIMIT,
      readBudget: settings.READ_BUDGET,
      writeBudget: settings.WRITE_BUDGET,
      authFailures: settings.AUTH_FAILURE_LIMIT,
    },
    redis: redisOf(settings),
    allowedOrigins: settings.ALLOWED_ORIGINS,
    trustedProxies: settings.TRUST_PROXY,
    vinDecoderUrl: settings.VIN_DECODER_URL === 'off' ? null : withoutLastSlash(settings.VIN_DECODER_URL),
    texts: textsOf(settings),
    mail: mailOf(settings),
    outgoing: settings.OUTGOING,
    privateWebhooks: settings.ALLOW_PRIVATE_WEBHOOKS,
    ...{ recordings: recordingsOf(settings), bucketServer: serverOf(settings), backups: backupsOf(settings) },
    extensions: settings.EXTENSIONS,
    role,
    stopPauseMs: settings.STOP_PAUSE * 1000,
    importProvenance: settings.IMPORT_PROVENANCE,
    signingKeys: nonEmpty(settings.SIGNING_KEYS),
    log: {
      level: settings.LOG_LEVEL,
      format: settings.LOG_FORMAT ?? (terminal ? 'pretty' : 'json'),
      requests: settings.LOG_REQUESTS,
    },
    traces: tracesOf(settings),
    metricsHost: settings.METRICS_HOST ?? settings.HOST,
    metricsPort: settings.METRICS_PORT ?? (role === 'worker' ? settings.PORT : null),
  };
}

function textsOf({ TEXT_PROVIDER: provider, ...twilio }: Settings): TextsConfig {
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken, TWILIO_API_URL: apiUrl } = twilio;
  // The settings were checked: with Twilio, both values are there.
  if (provider === 'sandbox' || accountSid === null || authToken === null) return { provider: 'sandbox' };
  return { provider, accountSid, authToken, apiUrl: withoutLastSlash(apiUrl) };
}

function redisOf({ REDIS_URL: url, REDIS_PREFIX: prefix }: Settings): RedisConfig | null {
  return url === null ? null : { url, prefix, longestMs: LONGEST_FOR_REDIS_MS };
}

function mailOf({ SMTP_URL: url, MAIL_FROM: from }: Settings): Config['mail'] {
  return url === null || from === null ? null : { url, from };
}

function recordingsOf({ RECORDINGS: place, DATA_DIR: dataDir, ...aws }: Settings): RecordingsConfig {
  if (place?.startsWith(BUCKET)) return { kind: 's3', ...bucketOf(place), ...serverOf(aws) };
  return { kind: 'folder', folder: resolve(place === null ? join(dataDir, 'recordings') : place.slice('file:'.length)) };
}

/** The parts of an address such as `s3://bucket/prefix`. */
export function bucketOf(address: string): { readonly bucket: string; readonly prefix: string } {
  const [bucket = '', ...path] = address.slice(BUCKET.length).split('/').filter(Boolean);
  return { bucket, prefix: path.join('/') };
}

function serverOf({ AWS_ENDPOINT_URL_S3: endpoint, AWS_REGION: region }: Pick<Settings, 'AWS_ENDPOINT_URL_S3' | 'AWS_REGION'>) {
  return { endpoint, region: region ?? ANY_REGION };
}

function backupsOf({ BACKUP_TO: to, BACKUP_AT: at, BACKUP_BEFORE_MIGRATION: beforeMigration }: Settings): Config['backups'] {
  return { to, atMs: Date.parse(`1970-01-01T${at}Z`), beforeMigration };
}

function tracesOf({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...settings }: Settings): TracesOptions | null {
  if (endpoint === null || settings.OTEL_SDK_DISABLED) return null;
  return { endpoint: withoutLastSlash(endpoint), protocol: settings.OTEL_EXPORTER_OTLP_PROTOCOL };
}

function withoutLastSlash(address: string): string {
  return address.replace(/\/$/, '');
}

function nonEmpty(keys: readonly string[]): readonly [string, ...string[]] | null {
  const [first, ...rest] = keys;
  return first === undefined ? null : [first, ...rest];
}

/** Loads a `.env` file of the working directory, if there is one. Variables of the environment take precedence. */
export function loadDotEnv(): void {
  if (existsSync('.env')) loadEnvFile('.env');
}
