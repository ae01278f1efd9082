import { ValidateIf, validateSync } from 'class-validator';
import { plainToInstance } from 'class-transformer';
import { REQUEST_LOGS, type RequestLog } from '../../adapters/http/access-log.js';
import { TraceSettings } from './trace-settings.js';
import {
  Address,
  check,
  partsOf,
  Choice,
  Keys,
  Names,
  Origins,
  RedisAddress,
  Subnets,
  Switch,
  WholeNumber,
  Word,
  Written,
} from './setting-fields.js';

/** The parts of the service that a process runs: requests, the background work, or both. */
export const ROLES = ['all', 'web', 'worker'] as const;
export type Role = (typeof ROLES)[number];
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export const LOG_FORMATS = ['pretty', 'json'] as const;

const VPIC = 'https://vpic.nhtsa.dot.gov/api/vehicles';

const hasKeys = check(
  (keys, settings) => (settings as Settings).DATABASE_URL === null || (keys as readonly string[]).length > 0,
  'is required with DATABASE_URL',
);
const beside = check(
  (url, settings) => url === null || (settings as Settings).DATABASE_URL !== null,
  'needs DATABASE_URL, the address of the pooler',
);
const areLong = check(
  (keys) => (keys as readonly string[]).every((key) => key.length >= 16),
  'must have at least 16 characters in each key',
);
const isOtherPort = check(
  (port, settings) => port === 0 || port !== (settings as Settings).PORT || (settings as Settings).ROLE === 'worker',
  'must be a different port than PORT',
);
const hasDatabase = check(
  (role, settings) => role !== 'worker' || (settings as Settings).DATABASE_URL !== null,
  'must not be worker without DATABASE_URL, because the embedded database belongs to one process',
);
const mayWork = check(
  (works, settings) => works === true || (settings as Settings).ROLE !== 'worker',
  'must not be off with ROLE=worker',
);

const ifGiven = ValidateIf((_settings, value) => value !== null);

/**
 * The settings of the environment. class-transformer fills the fields and class-validator checks them. A setting is null if it is
 * not set and has no fixed default. Then the service derives a value from other settings, or does without.
 */
export class Settings extends TraceSettings {
  @Address(['postgres:', 'postgresql:']) DATABASE_URL: string | null = null;
  @Address(['postgres:', 'postgresql:']) @beside DATABASE_DIRECT_URL: string | null = null;
  @WholeNumber(1, 1000) DATABASE_POOL = 10;
  @Switch() DATABASE_SSL = false;
  @WholeNumber(0) MAX_IN_FLIGHT: number | null = null;
  @Keys(areLong, hasKeys) SIGNING_KEYS: readonly string[] = [];
  @WholeNumber(0, 65_535) PORT = 3000;
  @WholeNumber(0, 65_535, isOtherPort) METRICS_PORT: number | null = null;
  @Word() HOST = '127.0.0.1';
  @Address(['http:', 'https:']) PUBLIC_URL: string | null = null;
  @Word() DATA_DIR = '.data';
  @Switch() DEMO: boolean | null = null;
  @WholeNumber(0) RATE_LIMIT = 120;
  @WholeNumber(0) READ_BUDGET = 60;
  @WholeNumber(0) WRITE_BUDGET = 20;
  @WholeNumber(0) AUTH_FAILURE_LIMIT = 100;
  @RedisAddress() REDIS_URL: string | null = null;
  @Written(/^[\w:.-]*\w$/, 'a word such as shop-ops', ifGiven) REDIS_PREFIX: string | null = null;
  @Origins() ALLOWED_ORIGINS: readonly string[] = [];
  @Subnets() TRUST_PROXY: readonly string[] = [];
  @Address(['http:', 'https:'], { orOff: true }) VIN_DECODER_URL = VPIC;
  @Choice(ROLES, hasDatabase) ROLE: Role = 'all';
  @Switch(mayWork) WORKER = true;
  @WholeNumber(0, 60) STOP_PAUSE = 2;
  @Switch() IMPORT_PROVENANCE = true;
  @Names() EXTENSIONS: readonly string[] = [];
  @Choice(LOG_LEVELS) LOG_LEVEL: (typeof LOG_LEVELS)[number] = 'info';
  @Choice(LOG_FORMATS) LOG_FORMAT: (typeof LOG_FORMATS)[number] | null = null;
  @Choice(REQUEST_LOGS) LOG_REQUESTS: RequestLog = 'writes';
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
  return partsOf(givenIn(env)['EXTENSIONS'] ?? '');
}

/**
 * Reads the settings and checks them.
 * @throws WrongSettings which names every wrong setting
 */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const settings = plainToInstance(Settings, givenIn(env), { excludeExtraneousValues: true, exposeDefaultValues: true });
  const errors = validateSync(settings, { stopAtFirstError: true });
  if (errors.length === 0) return settings;
  const faults = errors.map(({ property, constraints = {} }) => ({
    setting: property,
    message: `${property} ${Object.values(constraints)[0] ?? 'is not valid'}`,
  }));
  throw new WrongSettings(faults);
}
