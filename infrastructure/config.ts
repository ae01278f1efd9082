import { resolve } from 'node:path';
import { REQUEST_LOGS, type RequestLog } from '../adapters/http/access-log.js';
import { checkLaterSettings } from './later-settings.js';
import { Settings } from './settings.js';

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export const LOG_FORMATS = ['pretty', 'json'] as const;

export interface Config {
  readonly host: string;
  /** 0 takes a free port */
  readonly port: number;
  readonly publicUrl: string | null;
  readonly database: { readonly url: string; readonly poolSize: number; readonly ssl: boolean } | null;
  readonly poolSize: number;
  /** requests; one more is refused at once */
  readonly mostInFlight: number;
  readonly dataDir: string;
  readonly demo: boolean;
  readonly limits: {
    readonly requests: number;
    readonly readBudget: number;
    readonly writeBudget: number;
    readonly authFailures: number;
  };
  readonly allowedOrigins: readonly string[];
  readonly trustedProxies: readonly string[];
  /** null: decoding is switched off */
  readonly vinDecoderUrl: string | null;
  readonly worker: boolean;
  /** how long a stopping service says that it is not ready, and still serves whoever comes */
  readonly stopPauseMs: number;
  /** whether `imported=true` is answered */
  readonly importProvenance: boolean;
  /** null: made and kept in `dataDir` */
  readonly signingKeys: readonly [string, ...string[]] | null;
  readonly log: {
    readonly level: (typeof LOG_LEVELS)[number];
    readonly format: (typeof LOG_FORMATS)[number];
    readonly requests: RequestLog;
  };
  /** null: no metrics */
  readonly metricsPort: number | null;
}

/** Nineteen wait for each that is carried out: more than that would wait longer than their clients do. */
const IN_FLIGHT_PER_CONNECTION = 20;
const VPIC = 'https://vpic.nhtsa.dot.gov/api/vehicles';

/**
 * The only place that reads the environment.
 * @throws WrongSetting naming the first that is wrong
 */
export function readConfig(env: NodeJS.ProcessEnv, terminal: boolean): Config {
  const settings = new Settings(env);
  const url = settings.url('DATABASE_URL', ['postgres:', 'postgresql:']);
  const poolSize = settings.integer('DATABASE_POOL', 10, 1, 1000);
  const ssl = settings.flag('DATABASE_SSL', false);
  const signingKeys = settings.list('SIGNING_KEYS');
  if (url !== null && signingKeys.length === 0) settings.refuse('SIGNING_KEYS', 'is required with DATABASE_URL');
  if (signingKeys.some((key) => key.length < 16)) settings.refuse('SIGNING_KEYS', 'must be of at least 16 characters each');
  const port = settings.integer('PORT', 3000, 0, 65_535);
  const metricsPort = settings.optionalInteger('METRICS_PORT', 0, 65_535);
  if (metricsPort === port && port !== 0) settings.refuse('METRICS_PORT', 'must be another port than PORT');
  checkLaterSettings(settings);
  return {
    host: settings.text('HOST', '127.0.0.1'),
    port,
    publicUrl: settings.url('PUBLIC_URL', ['http:', 'https:'])?.replace(/\/$/, '') ?? null,
    database: url === null ? null : { url, poolSize, ssl },
    poolSize,
    mostInFlight: settings.integer('MAX_IN_FLIGHT', poolSize * IN_FLIGHT_PER_CONNECTION, 1),
    dataDir: resolve(settings.text('DATA_DIR', '.data')),
    demo: settings.flag('DEMO', url === null),
    limits: {
      requests: settings.integer('RATE_LIMIT', 120, 0),
      readBudget: settings.integer('READ_BUDGET', 60, 0),
      writeBudget: settings.integer('WRITE_BUDGET', 20, 0),
      authFailures: settings.integer('AUTH_FAILURE_LIMIT', 100, 0),
    },
    allowedOrigins: settings.origins('ALLOWED_ORIGINS'),
    trustedProxies: settings.subnets('TRUST_PROXY'),
    vinDecoderUrl: settings.urlOrOff('VIN_DECODER_URL', VPIC),
    worker: settings.flag('WORKER', true),
    stopPauseMs: settings.integer('STOP_PAUSE', 2, 0, 60) * 1000,
    importProvenance: settings.flag('IMPORT_PROVENANCE', true),
    signingKeys: nonEmpty(signingKeys),
    log: {
      level: settings.oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
      format: settings.oneOf('LOG_FORMAT', LOG_FORMATS, terminal ? 'pretty' : 'json'),
      requests: settings.oneOf('LOG_REQUESTS', REQUEST_LOGS, 'writes'),
    },
    metricsPort,
  };
}

function nonEmpty(keys: readonly string[]): readonly [string, ...string[]] | null {
  const [first, ...rest] = keys;
  return first === undefined ? null : [first, ...rest];
}
