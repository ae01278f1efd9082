import { ArrayMinSize, IsDefined, Matches, MinLength, ValidateBy } from 'class-validator';
import ipaddr from 'ipaddr.js';
import { REQUEST_LOGS, type RequestLog } from '../../adapters/http/access-log.js';
import type { TracesOptions } from '../../adapters/traces/open-traces.js';
import { Invalid } from '../../application/kernel/fields/field.js';
import { ExactText, Int, OneOf } from '../../application/kernel/fields/fields.js';
import { operatorReader, Switch, Words, wordsIn } from '../../application/kernel/fields/operator-input.js';
import { present } from '../../application/kernel/fields/presence.js';
import { isSecret, withSecretsOfFiles } from './secret-files.js';

/** An address. The error message does not repeat it, because it may contain a password. */
function Address(protocols: readonly string[], { orOff = false } = {}): PropertyDecorator {
  const isOne = (text: string): boolean => (orOff && text === 'off') || protocols.includes(protocolOf(text));
  return addressField(isOne, `must be an address beginning with ${protocols.map((one) => `${one}//`).join(' or ')}`);
}

/** An address of Redis. Its path may be the number of a database: the client would ask for any other path, and fail. */
function RedisAddress(): PropertyDecorator {
  const isOne = (text: string): boolean => {
    if (!['redis:', 'rediss:'].includes(protocolOf(text))) return false;
    const { pathname, searchParams } = new URL(text);
    return /^\/?\d{0,5}$/.test(pathname) && !searchParams.has('db');
  };
  return addressField(isOne, 'must be an address beginning with redis:// or rediss://, and may end with a database number');
}

function addressField(isOne: (text: string) => boolean, problem: string): PropertyDecorator {
  const validator = { validate: (value: unknown) => isOne(String(value)), defaultMessage: () => problem };
  const rules = [ValidateBy({ name: 'address', validator })];
  return present({ type: 'string', format: 'uri' }, { optional: true }, (raw) => raw, { rules });
}

function protocolOf(text: string): string {
  return URL.canParse(text) ? new URL(text).protocol : '';
}

function Origins(): PropertyDecorator {
  const toOrigin = (text: string): string | null => {
    const origin = URL.canParse(text) ? new URL(text).origin : 'null';
    return origin === 'null' ? null : origin;
  };
  return listField(wordsIn, toOrigin, 'must list origins such as https://shop.example');
}

/** Subnets of trusted proxies. A number of proxies would not be safe, because a client can add addresses to X-Forwarded-For. */
function Subnets(): PropertyDecorator {
  const partsIn = (text: string): readonly string[] => (text === 'off' ? [] : wordsIn(text));
  return listField(partsIn, (text) => (isSubnet(text) ? text : null), 'must be off or list subnets such as 10.0.0.0/8');
}

/** A list. The error message names the first wrong part. */
function listField(
  partsIn: (text: string) => readonly string[],
  toPart: (text: string) => string | null,
  rule: string,
): PropertyDecorator {
  return present({ type: 'array', items: { type: 'string' } }, { optional: true }, (raw) => {
    const parts = partsIn(String(raw)).map((text) => toPart(text) ?? new Invalid(`${rule}, not "${text}"`));
    return parts.find((part) => part instanceof Invalid) ?? parts;
  });
}

function isSubnet(text: string): boolean {
  return isAddress(text.replace(/\/\d+$/, '')) && (ipaddr.isValidCIDR(text) || ipaddr.isValid(text));
}

/**
 * Tells whether a text is an IP address. An IPv4 address needs all four parts: some programs read `1` as an IPv4 address, and
 * others as a number of proxies.
 */
function isAddress(text: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
}

/** The parts of the service that a process runs: requests, the background work, or both. */
export const ROLES = ['all', 'web', 'worker'] as const;
export type ProcessRole = (typeof ROLES)[number];
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export const LOG_FORMATS = ['pretty', 'json'] as const;
const TEXT_PROVIDERS = ['sandbox', 'twilio'] as const;

const TWILIO_API = 'https://api.twilio.com';
const VPIC = 'https://vpic.nhtsa.dot.gov/api/vehicles';
/** The beginning of the address of a bucket. */
export const BUCKET = 's3://';
const PLACE = /^(?:file:.+|s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](?:\/.*)?)$/;
const PLACES =
  'file:FOLDER or s3://BUCKET/PREFIX (the name of a bucket has 3 to 63 characters of a-z, 0-9, "." and "-", and begins and ends ' +
  'with a letter or a digit)';
/** The address of a folder or of a bucket, and of nothing else. */
export const BACKUP_PLACE =
  /^(?!s3:|file:$|(?!file:)[a-zA-Z][a-zA-Z0-9+.-]+:\/).+$|^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](?:\/.*)?$/;
const MAIL_ADDRESS = /^(?:[^<>@\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/;
const MAIL_SAMPLE = 'an address such as Shop <desk@shop.example>';

const OTHER_PORT = 'must be a different port than PORT';
const NO_LONE_WORKER = 'must not be worker without DATABASE_URL, because the embedded database belongs to one process';

/** A field that may be absent. The error message repeats its value, so the value must not be a secret. */
const shown = { optional: true, showsValue: true };
/** A field that may be absent, and that may hold a secret. */
const hidden = { optional: true };

const form = (pattern: RegExp, sample: string, validateIf: (settings: Settings) => boolean = () => true): PropertyDecorator =>
  Matches(pattern, { message: `must be ${sample}`, validateIf });

const required = (problem: string, validateIf: (settings: Settings) => boolean): PropertyDecorator =>
  IsDefined({ message: `is required ${problem}`, validateIf });

/** A rule between a setting and others. */
const rule = (holds: (settings: Settings) => boolean, problem: string): PropertyDecorator =>
  ValidateBy({
    name: 'setting',
    validator: { validate: (_, checked) => holds(checked?.object as Settings), defaultMessage: () => problem }, // safe: only `Settings` uses it
  });

const isBucket = ({ RECORDINGS: files, BACKUP_TO: backups }: Settings): boolean =>
  [files, backups].some((place) => place?.startsWith(BUCKET) === true && PLACE.test(place));
const hasDatabase = ({ DATABASE_URL: url }: Settings): boolean => url !== null;
const usesTwilio = ({ TEXT_PROVIDER: provider }: Settings): boolean => provider === 'twilio';

/**
 * The settings of the environment. A setting is null if it is not set and has no fixed default. Then the service derives a value
 * from other settings, or does without.
 */
export class Settings {
  /** the address of PostgreSQL 15 to 18. Default: the embedded PostgreSQL */
  @Address(['postgres:', 'postgresql:']) DATABASE_URL: string | null = null;
  /**
   * the address of PostgreSQL itself, when `DATABASE_URL` leads to a PgBouncer (1.21 or newer, transaction mode). Default:
   * `DATABASE_URL`
   */
  @rule(hasDatabase, 'needs DATABASE_URL, the address of the pooler')
  @Address(['postgres:', 'postgresql:'])
  DATABASE_DIRECT_URL: string | null = null;
  /** the connections of each instance: so many for single statements, and so many for units of work */
  @Int({ min: 1, max: 1000, ...shown }) DATABASE_POOL = 10;
  /** `on`: the connection to the database is encrypted */
  @Switch(shown) DATABASE_SSL = false;
  /**
   * the most requests in flight on this instance, at most 64 of them while its processor is busy; a further one is answered
   * 503 at once; 0: no limit. Default: 20 × `DATABASE_POOL`
   */
  @Int({ min: 0, ...shown }) MAX_IN_FLIGHT: number | null = null;
  /**
   * comma-separated; the first signs and encrypts, all verify and open. Default: made and kept with the embedded database,
   * else required
   */
  @ArrayMinSize(1, { message: 'is required with DATABASE_URL', validateIf: hasDatabase })
  @MinLength(16, { each: true, message: 'must have at least 16 characters in each key' })
  @Words(hidden)
  SIGNING_KEYS: readonly string[] = [];
  /** where HTTP listens; 0 takes a free port */
  @Int({ min: 0, max: 65_535, ...shown }) PORT = 3000;
  /** the port of Prometheus’ `/metrics`, and of the health check as on `PORT`. Default: none; `PORT` in a worker */
  @rule(({ METRICS_PORT, PORT, ROLE }) => METRICS_PORT === 0 || METRICS_PORT !== PORT || ROLE === 'worker', OTHER_PORT)
  @Int({ min: 0, max: 65_535, ...shown })
  METRICS_PORT: number | null = null;
  /** the address on which `METRICS_PORT` listens. Default: `HOST` */
  @ExactText(hidden) METRICS_HOST: string | null = null;
  /** the address on which HTTP listens */
  @ExactText(hidden) HOST = '127.0.0.1';
  /** the service’s public address. Default: `http://HOST:PORT` with the embedded database */
  @Address(['http:', 'https:']) PUBLIC_URL: string | null = null;
  /** the folder of the embedded database, of `demo.json` and, by default, of recordings */
  @ExactText(hidden) DATA_DIR = '.data';
  /** `on`: an empty database gets the demo shops. Default: `on` with the embedded database */
  @Switch(shown) DEMO: boolean | null = null;
  /** the requests of a key in 60 s; 0: no limit */
  @Int({ min: 0, ...shown }) RATE_LIMIT = 120;
  /** the reads by capability endpoints and tools of a key in 60 s; 0: no limit */
  @Int({ min: 0, ...shown }) READ_BUDGET = 60;
  /** the writes by capability endpoints and tools of a key in 60 s; 0: no limit */
  @Int({ min: 0, ...shown }) WRITE_BUDGET = 20;
  /** the requests of an address without a valid key in 60 s; 0: no limit */
  @Int({ min: 0, ...shown }) AUTH_FAILURE_LIMIT = 100;
  /** the Redis in which all instances share these limits, such as `rediss://:password@cache.example:6379/0`. Default: none */
  @RedisAddress() REDIS_URL: string | null = null;
  /** the beginning of its keys. Default: `shop-ops` and the database’s identity */
  @form(/^[\w:.-]*\w$/, 'a word such as shop-ops') @ExactText(hidden) REDIS_PREFIX: string | null = null;
  /** origins of browser pages that may call the service; those of `PUBLIC_URL` and loopback always may. Default: none */
  @Origins() ALLOWED_ORIGINS: readonly string[] = [];
  /** subnets of the proxies in front of the service. Default: none */
  @Subnets() TRUST_PROXY: readonly string[] = [];
  /** the part of the address before `/DecodeVinValues/…`; `off` switches decoding off. Default: the vPIC service */
  @Address(['http:', 'https:'], { orOff: true }) VIN_DECODER_URL = VPIC;
  /** `web`: no background work in this process; `worker`: no API, only background work, and the port of the metrics */
  @rule((settings) => settings.ROLE !== 'worker' || hasDatabase(settings), NO_LONE_WORKER)
  @OneOf(ROLES, shown)
  ROLE: ProcessRole = 'all';
  /** `off` means `ROLE=web` */
  @rule(({ WORKER, ROLE }) => WORKER || ROLE !== 'worker', 'must not be off with ROLE=worker') @Switch(shown) WORKER = true;
  /** seconds after SIGTERM in which `/readyz` says 503 and everything is still served */
  @Int({ min: 0, max: 60, ...shown }) STOP_PAUSE = 2;
  /** `off`: imported records cannot be told apart, so `imported=true` answers 500 */
  @Switch(shown) IMPORT_PROVENANCE = true;
  /** modules with the rules and areas of a team, separated by commas. Default: none, or `shop-ops.config.ts` */
  @Words(hidden) EXTENSIONS: readonly string[] = [];
  /** the least severe entries that are logged, on stderr */
  @OneOf(LOG_LEVELS, shown) LOG_LEVEL: (typeof LOG_LEVELS)[number] = 'info';
  /** the form of the log. Default: `pretty` on a terminal, else `json` */
  @OneOf(LOG_FORMATS, shown) LOG_FORMAT: (typeof LOG_FORMATS)[number] | null = null;
  /** the requests that are logged */
  @OneOf(REQUEST_LOGS, shown) LOG_REQUESTS: RequestLog = 'writes';

  /** a collector of OpenTelemetry that gets traces over HTTP, such as `http://collector:4318`. Default: nothing is traced */
  @Address(['http:', 'https:']) OTEL_EXPORTER_OTLP_ENDPOINT: string | null = null;
  /** the form in which traces are sent */
  @OneOf(['http/protobuf', 'http/json'], shown) OTEL_EXPORTER_OTLP_PROTOCOL: TracesOptions['protocol'] = 'http/protobuf';
  /** `true` switches traces off */
  @Switch(shown) OTEL_SDK_DISABLED = false;

  /** `sandbox` keeps texts and sends none; `twilio` sends them */
  @OneOf(TEXT_PROVIDERS, shown) TEXT_PROVIDER: (typeof TEXT_PROVIDERS)[number] = 'sandbox';
  /** the account that texts and calls belong to. Default: required with `TEXT_PROVIDER=twilio` */
  @required('with TEXT_PROVIDER=twilio', usesTwilio)
  @form(/^AC\w+$/, 'an account’s id such as AC0123')
  @ExactText(hidden)
  TWILIO_ACCOUNT_SID: string | null = null;
  /** the secret of this account. Default: required with `TEXT_PROVIDER=twilio` */
  @required('with TEXT_PROVIDER=twilio', usesTwilio)
  @form(/^\S+$/, 'one word')
  @ExactText(hidden)
  TWILIO_AUTH_TOKEN: string | null = null;
  /** the address of Twilio’s API. Default: `https://api.twilio.com` */
  @Address(['http:', 'https:']) TWILIO_API_URL = TWILIO_API;
  /** the mail server, such as `smtps://user:password@mail.example`. Default: the sandbox keeps e-mails */
  @Address(['smtp:', 'smtps:']) SMTP_URL: string | null = null;
  /** the sender of e-mails. Default: required with `SMTP_URL` */
  @required('with SMTP_URL', ({ SMTP_URL }) => SMTP_URL !== null)
  @form(MAIL_ADDRESS, MAIL_SAMPLE)
  @ExactText(hidden)
  MAIL_FROM: string | null = null;
  /** `off`: nothing leaves from this start on, until `shop-ops outgoing resume --yes`; for copies of a deployment */
  @Switch(shown) OUTGOING = true;
  /** `on`: webhooks may also go to http, to any port and to private addresses; for development only */
  @Switch(shown) ALLOW_PRIVATE_WEBHOOKS = false;

  /**
   * where recordings, voicemail and attachments lie: `file:FOLDER` or `s3://BUCKET/PREFIX`. Default:
   * `file:DATA_DIR/recordings`
   */
  @form(PLACE, PLACES) @ExactText(hidden) RECORDINGS: string | null = null;
  /** where a backup is made each day: a folder, or `s3://BUCKET/PREFIX`. Default: none is made */
  @form(BACKUP_PLACE, 'a folder or s3://BUCKET/PREFIX') @ExactText(hidden) BACKUP_TO: string | null = null;
  /** the time of the day at which it is made, in UTC */
  @form(/^([01]\d|2[0-3]):[0-5]\d$/, 'a time such as 02:30') @ExactText(shown) BACKUP_AT = '02:30';
  /** `off`: no backup of the embedded database is made before its tables are changed */
  @Switch(shown) BACKUP_BEFORE_MIGRATION = true;
  /** the address of another provider’s server for buckets. Default: Amazon’s */
  @Address(['http:', 'https:']) AWS_ENDPOINT_URL_S3: string | null = null;
  /** the region of the buckets. Default: required with a bucket at Amazon */
  @required(
    'with a bucket (s3://…) unless AWS_ENDPOINT_URL_S3 is set',
    (settings) => isBucket(settings) && settings.AWS_ENDPOINT_URL_S3 === null,
  )
  @form(/^[a-z0-9-]+$/, 'a region such as ca-central-1', isBucket)
  @ExactText(hidden)
  AWS_REGION: string | null = null;
}

export interface WrongSetting {
  readonly setting: string;
  /** starts with the setting's name */
  readonly message: string;
}

/** Thrown with one line that names every wrong setting. */
export class WrongSettings extends Error {
  constructor(readonly faults: readonly WrongSetting[]) {
    super(faults.map(({ message }) => message).join('; '));
  }
}

/** The variables that are set. Values are trimmed, and an empty value counts as not set. */
function givenIn(env: NodeJS.ProcessEnv): Readonly<Record<string, string>> {
  const given = Object.entries(env).map(([name, value = '']) => [name, value.trim()] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== ''));
}

/** The setting EXTENSIONS alone, for a command that must not fail because of another setting. */
export function extensionsIn(env: NodeJS.ProcessEnv): readonly string[] {
  return wordsIn(givenIn(env)['EXTENSIONS'] ?? '');
}

const read = operatorReader(Settings);

/**
 * Reads the settings and checks them.
 * @throws WrongSettings which names every wrong setting
 */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const secrets = withSecretsOfFiles(givenIn(env));
  const { input, faults } = read(secrets.given);
  const all = [...secrets.faults, ...faults];
  if (all.length === 0) return input;
  throw new WrongSettings(all.map(({ field, problem }) => ({ setting: field, message: `${field} ${problem}` })));
}

/** The settings that differ from their defaults, for the log. A setting that may hold a secret is there without its value. */
export function changedSettings(settings: Settings): Readonly<Record<string, unknown>> {
  const defaults = new Map<string, unknown>(Object.entries(new Settings()));
  const changed = Object.entries(settings).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(defaults.get(name)),
  );
  return Object.fromEntries(changed.map(([name, value]: [string, unknown]) => [name, isSecret(name) ? 'set' : value]));
}
