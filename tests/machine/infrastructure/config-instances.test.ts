import { readConfig } from '../../../infrastructure/settings/config.js';
import { GIVEN_SETTINGS as GIVEN, refusalOf } from '../../support/refused-settings.js';

describe('settings of several instances', () => {
  test('name the address of the database beside that of a pooler', () => {
    const DATABASE_DIRECT_URL = 'postgres://u:secret@db.example:5432/shop';
    expect(readConfig({ ...GIVEN, DATABASE_DIRECT_URL }, false).database).toMatchObject({ directUrl: DATABASE_DIRECT_URL });
    expect(refusalOf({ DATABASE_DIRECT_URL }).message).toBe('DATABASE_DIRECT_URL needs DATABASE_URL, the address of the pooler');
  });

  test('name the role of a process, and a worker has a port for its health', () => {
    const roleOf = (env: NodeJS.ProcessEnv) => {
      const { role, metricsPort } = readConfig(
        { DATABASE_URL: GIVEN.DATABASE_URL, SIGNING_KEYS: GIVEN.SIGNING_KEYS, ...env },
        true,
      );
      return [role, metricsPort];
    };
    expect(roleOf({ WORKER: 'off' })).toEqual(['web', null]);
    expect(roleOf({ ROLE: 'web' })).toEqual(['web', null]);
    expect(roleOf({ ROLE: 'web', WORKER: 'off' })).toEqual(['web', null]);
    expect(roleOf({ ROLE: 'worker', PORT: '8080' })).toEqual(['worker', 8080]);
    expect(roleOf({ ROLE: 'worker', METRICS_PORT: '9464' })).toEqual(['worker', 9464]);
    expect(refusalOf({ ROLE: 'worker' }).message).toBe(
      'ROLE must not be worker without DATABASE_URL, because the embedded database belongs to one process',
    );
    expect(refusalOf({ ...GIVEN, ROLE: 'worker', WORKER: 'off' }).message).toBe('WORKER must not be off with ROLE=worker');
  });

  test('name the Redis that shares the limits, and a prefix of its keys', () => {
    const url = 'rediss://:secret@cache.example:6380/1';
    expect(readConfig({ REDIS_URL: url }, true).redis).toEqual({ url, prefix: null, longestMs: 50 });
    expect(readConfig({ REDIS_URL: url, REDIS_PREFIX: 'shops:eu' }, true).redis).toMatchObject({ url, prefix: 'shops:eu' });
    expect(readConfig({ REDIS_PREFIX: 'shops' }, true).redis).toBeNull();
  });
});
