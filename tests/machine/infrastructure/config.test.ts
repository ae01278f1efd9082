import { resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { readConfig } from '../../../infrastructure/settings/config.js';
import { GIVEN_SETTINGS as GIVEN, refusalOf, refusalsOf } from '../../support/refused-settings.js';

describe('settings', () => {
  test('have defaults: the embedded database with the demo, on loopback, with the decided limits', () => {
    expect(readConfig({}, true)).toEqual({
      host: '127.0.0.1',
      port: 3000,
      publicUrl: null,
      privateWebhooks: false,
      database: null,
      poolSize: 10,
      mostInFlight: 200,
      mostWaiting: 1000,
      bucketServer: { endpoint: null, region: 'us-east-1' },
      backups: { to: null, atMs: 9_000_000, beforeMigration: true },
      dataDir: resolve('.data'),
      demo: true,
      extensions: [],
      limits: { requests: 120, readBudget: 60, writeBudget: 20, authFailures: 100 },
      redis: null,
      allowedOrigins: [],
      trustedProxies: [],
      vinDecoderUrl: 'https://vpic.nhtsa.dot.gov/api/vehicles',
      texts: { provider: 'sandbox' },
      mail: null,
      outgoing: true,
      recordings: { kind: 'folder', folder: resolve('.data/recordings') },
      role: 'all',
      stopPauseMs: 2000,
      importProvenance: true,
      signingKeys: null,
      log: { level: 'info', format: 'pretty', requests: 'writes' },
      metricsPort: null,
      metricsHost: '127.0.0.1',
      traces: null,
    });
  });

  test('switch the demo off with a database unless it is requested, and keep the order of signing keys', () => {
    expect(readConfig(GIVEN, false)).toMatchObject({
      database: { url: GIVEN.DATABASE_URL, directUrl: null, poolSize: 10, ssl: false },
      demo: false,
      signingKeys: ['first-key-0123456789', 'second-key-0123456789'],
      log: { format: 'json' },
    });
    expect(readConfig({ ...GIVEN, DEMO: 'on', DATABASE_POOL: '3', DATABASE_SSL: 'on' }, false)).toMatchObject({
      demo: true,
      database: { poolSize: 3, ssl: true },
    });
  });

  test('count as not set if empty, and lose blanks around them and the last slash of an address', () => {
    expect(readConfig({ PORT: '', HOST: ' ', DATABASE_URL: '' }, true)).toEqual(readConfig({}, true));
    const env = {
      PORT: ' 80 ',
      PUBLIC_URL: 'https://shop.example/',
      VIN_DECODER_URL: 'off',
      TRUST_PROXY: 'off',
      RATE_LIMIT: '0',
    };
    expect(readConfig(env, true)).toMatchObject({
      port: 80,
      publicUrl: 'https://shop.example',
      vinDecoderUrl: null,
      trustedProxies: [],
      limits: { requests: 0 },
    });
  });

  test('trace if the address of a collector is set, unless OpenTelemetry is disabled', () => {
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' };
    const always = { endpoint: 'http://collector:4318', protocol: 'http/protobuf' };
    expect(readConfig(env, true).traces).toEqual(always);
    expect(readConfig({ ...env, OTEL_SDK_DISABLED: 'true' }, true).traces).toBeNull();
  });

  test('are split if they are lists', () => {
    const env = { ALLOWED_ORIGINS: 'https://a.example/path, http://b.example:8080', TRUST_PROXY: '10.0.0.0/8,::1' };
    expect(readConfig(env, true)).toMatchObject({
      allowedOrigins: ['https://a.example', 'http://b.example:8080'],
      trustedProxies: ['10.0.0.0/8', '::1'],
    });
  });

  test.each([
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '3e3'],
    ['DATABASE_POOL', '0'],
    ['RATE_LIMIT', 'none'],
    ['METRICS_PORT', 'on'],
    ['PUBLIC_URL', 'shop.example'],
    ['DATABASE_URL', 'http://db.example'],
    ['DATABASE_DIRECT_URL', 'http://db.example'],
    ['VIN_DECODER_URL', 'ftp://decoder'],
    ['DEMO', 'yes'],
    ['WORKER', 'maybe'],
    ['ROLE', 'leader'],
    ['ROLE', 'worker'],
    ['LOG_LEVEL', 'loud'],
    ['LOG_FORMAT', 'xml'],
    ['LOG_REQUESTS', 'none'],
    ['ALLOWED_ORIGINS', 'https://a.example,nowhere'],
    ['TRUST_PROXY', '1'],
    ['TRUST_PROXY', '10.0.0.0/99'],
    ['SIGNING_KEYS', 'short'],
    ['REDIS_URL', 'cache:6379'],
    ['REDIS_URL', 'http://cache:6379'],
    ['REDIS_URL', 'redis://cache:6379/counts'],
    ['REDIS_URL', 'redis://cache:6379/-1'],
    ['REDIS_URL', 'redis://cache:6379/100000000000000000000'],
    ['REDIS_URL', 'redis://cache:6379?db=counts'],
    ['REDIS_PREFIX', 'two words'],
    ['REDIS_PREFIX', 'shops:'],
    ['TEXT_PROVIDER', 'pigeon'],
    ['TWILIO_ACCOUNT_SID', 'shop'],
    ['TWILIO_AUTH_TOKEN', 'two words'],
    ['TWILIO_API_URL', 'api.twilio.com'],
    ['SMTP_URL', 'mail.example:25'],
    ['MAIL_FROM', 'the shop'],
    ['MAIL_FROM', 'Shop <desk>'],
    ['MAIL_FROM', 'a@b.example\nBcc: c@d.example'],
    ['RECORDINGS', '/recordings'],
    ['RECORDINGS', 's3://'],
    ['RECORDINGS', 'file:'],
    ['AWS_ENDPOINT_URL_S3', 'server:9000'],
    ['ALLOW_PRIVATE_WEBHOOKS', 'yes'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
    ['OTEL_SDK_DISABLED', 'no'],
  ])('refuse %s=%s by its name, in one line', (setting, value) => {
    const others = { SIGNING_KEYS: GIVEN.SIGNING_KEYS, MAIL_FROM: 'desk@shop.example' };
    const refusal = refusalOf({ ...others, [setting]: value });
    expect(refusal.setting).toBe(setting);
    expect(refusal.message).toMatch(new RegExp(`^${setting} [^\\n]+$`));
  });

  test('name all wrong ones at once, in one line', () => {
    const env = {
      DATABASE_URL: 'postgres://there/db',
      PORT: '99999',
      METRICS_PORT: 'on',
      LOG_LEVEL: 'loud',
      TEXT_PROVIDER: 'twilio',
      TRUST_PROXY: '::1, 1',
    };
    expect(refusalsOf(env).message.split('; ').sort()).toEqual([
      'LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent, not "loud"',
      'METRICS_PORT must be a whole number from 0 to 65535, not "on"',
      'PORT must be a whole number from 0 to 65535, not "99999"',
      'SIGNING_KEYS is required with DATABASE_URL',
      'TRUST_PROXY must be off or list subnets such as 10.0.0.0/8, not "1"',
      'TWILIO_ACCOUNT_SID is required with TEXT_PROVIDER=twilio',
      'TWILIO_AUTH_TOKEN is required with TEXT_PROVIDER=twilio',
    ]);
    expect(refusalOf({ METRICS_PORT: '3000' }).message).toBe('METRICS_PORT must be a different port than PORT');
    expect(readConfig({ METRICS_PORT: '0', PORT: '0' }, true)).toMatchObject({ metricsPort: 0, port: 0 });
  });

  test('name the folder of the recordings, which is in DATA_DIR by default', () => {
    const folderOf = (env: NodeJS.ProcessEnv) => readConfig(env, true).recordings;
    expect(folderOf({ DATA_DIR: 'there' })).toEqual({ kind: 'folder', folder: resolve('there/recordings') });
    expect(folderOf({ RECORDINGS: 'file:my files' })).toEqual({ kind: 'folder', folder: resolve('my files') });
    expect(folderOf({ RECORDINGS: 'file:/var/recordings/' })).toEqual({ kind: 'folder', folder: '/var/recordings' });
  });

  test('name a bucket of Amazon or of another provider for the recordings', () => {
    const [amazon, other] = [{ AWS_REGION: 'ca-central-1' }, { AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:9000' }];
    const bucketOf = (RECORDINGS: string, env: NodeJS.ProcessEnv) => readConfig({ ...env, RECORDINGS }, true).recordings;
    const bucket = { kind: 's3', bucket: 'shop.calls' };
    expect(bucketOf('s3://shop.calls', amazon)).toEqual({ ...bucket, prefix: '', endpoint: null, region: 'ca-central-1' });
    expect(bucketOf('s3://shop.calls//all/of them/', other)).toEqual({
      ...bucket,
      prefix: 'all/of them',
      endpoint: 'http://127.0.0.1:9000',
      region: 'us-east-1',
    });
    expect(bucketOf('s3://shop.calls/', { ...amazon, ...other })).toMatchObject({ prefix: '', region: 'ca-central-1' });
    expect(refusalOf({ RECORDINGS: 's3://shop.calls' }).message).toBe(
      'AWS_REGION is required with a bucket (s3://…) unless AWS_ENDPOINT_URL_S3 is set',
    );
    expect(refusalOf({ RECORDINGS: 's3://shop.calls', AWS_REGION: 'Canada, central' }).setting).toBe('AWS_REGION');
    expect(readConfig({ AWS_REGION: 'not ours' }, true).recordings).toEqual(readConfig({}, true).recordings);
  });

  test('of Twilio and of the mail server are required together', () => {
    const given = {
      TEXT_PROVIDER: 'twilio',
      TWILIO_ACCOUNT_SID: 'AC0123',
      TWILIO_AUTH_TOKEN: 'secret',
      SMTP_URL: 'smtps://user:secret@mail.example',
      MAIL_FROM: 'Northside Auto Care <desk@shop.example>',
    };
    const texts = { provider: 'twilio', accountSid: 'AC0123', authToken: 'secret', apiUrl: 'https://api.twilio.com' };
    const mail = { url: given.SMTP_URL, from: given.MAIL_FROM };
    expect(readConfig(given, true)).toMatchObject({ texts, mail });
    expect(readConfig({ ...given, TWILIO_API_URL: 'http://127.0.0.1:4010/', MAIL_FROM: 'a@b.example' }, true)).toMatchObject({
      texts: { apiUrl: 'http://127.0.0.1:4010' },
      mail: { from: 'a@b.example' },
    });
    expect(readConfig({ ...given, TEXT_PROVIDER: 'sandbox', SMTP_URL: '' }, true)).toEqual(readConfig({}, true));
    for (const missing of ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN']) {
      expect(refusalOf({ ...given, [missing]: '' }).message).toBe(`${missing} is required with TEXT_PROVIDER=twilio`);
    }
    expect(refusalOf({ ...given, MAIL_FROM: '' }).message).toBe('MAIL_FROM is required with SMTP_URL');
  });

  test('are refused without repeating a value that may be a secret', () => {
    expect(refusalsOf({ DATABASE_URL: 'mysql://u:secret@db' }).message).not.toContain('secret');
    for (const setting of ['SIGNING_KEYS', 'REDIS_URL', 'SMTP_URL'])
      expect(refusalOf({ MAIL_FROM: 'desk@shop.example', [setting]: 'secret' }).message).not.toContain('secret');
    expect(refusalOf({ TWILIO_AUTH_TOKEN: 'a secret' }).message).not.toContain('secret');
    expect(refusalOf({ DATABASE_URL: GIVEN.DATABASE_URL }).message).toBe('SIGNING_KEYS is required with DATABASE_URL');
  });
});
