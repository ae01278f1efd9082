import { PostgresPauses } from '../../adapters/areas/outgoing/postgres-pauses.js';
import { AesSealer } from '../../adapters/signing/aes-sealer.js';
import { Database } from '../../adapters/storage/database.js';
import { tableNames } from '../../adapters/storage/storage.js';
import { SystemClock } from '../../adapters/system-clock.js';
import { isOpen } from '../../domain/outgoing/pause.js';
import { failureOf, signingKeys, visitDatabase } from '../database/database.js';
import { hasCluster } from '../embedded-postgres/folders.js';
import { Assembly } from '../extensions/assembly.js';
import type { Extension } from '../extensions/extension.js';
import { ClosingStack, inOneLine } from '../server/process-life.js';
import type { Config } from '../settings/config.js';
import { checkBackups } from './check-backups.js';
import { checkChoices } from './check-choices.js';
import { checkDatabase, checkPooler } from './check-database.js';
import { checkDatabaseDisk, checkDisk, checkNode } from './check-machine.js';
import { checkNames } from './check-names.js';
import { checkOutgoing } from './check-outgoing.js';
import { checkFolder, checkRecordings, checkRedis, checkTraces } from './check-places.js';
import { checkMail, checkProvider, checkPublicUrl } from './check-reach.js';
import { checkSettings } from './check-settings.js';
import { checkRights, checkSecrets, checkWork } from './check-work.js';
import { fail, ok, warn, type Finding } from './finding.js';

const TRACE_SETTINGS = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_PROTOCOL'];
const TWILIO_SETTINGS = ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_API_URL'];
const MAIL_SETTINGS = ['SMTP_URL', 'MAIL_FROM'];
const RECORDING_SETTINGS = ['RECORDINGS', 'AWS_ENDPOINT_URL_S3', 'AWS_REGION'];

/**
 * Runs all checks, or only those of the settings if DATABASE_URL is wrong. The findings are in the order in which they are
 * printed.
 */
export async function examine(env: NodeJS.ProcessEnv, extensions: readonly Extension[]): Promise<readonly Finding[]> {
  const { findings: faults, config } = checkSettings(env);
  const findings = [...faults, ...checkNames(env)];
  if (!config) return findings;
  return [
    ...findings,
    checkNode(),
    ...checkChoices(config),
    ...(await checkReach(config, findings)),
    ...(isWrong(findings, TRACE_SETTINGS) ? [] : [await checkTraces(config.traces)]),
    await checkFolder(config.dataDir, config.database === null),
    await checkDisk('disk', config.recordings.kind === 'folder' ? config.recordings.folder : config.dataDir),
    ...(isWrong(findings, RECORDING_SETTINGS) ? [] : [await checkRecordings(config.recordings)]),
    ...(config.backups.to === null ? [] : [await checkBackups(config.backups.to, config)]),
    ...(config.redis ? [await checkRedis(config.redis)] : []),
    ...(env['NODE_ENV'] === 'production' && config.database === null ? [forgotten()] : []),
    ...(await examineDatabase(config, new Assembly(extensions), !isWrong(findings, ['SIGNING_KEYS']))),
  ];
}

function forgotten(): Finding {
  const detail = 'DATABASE_URL is not set, so the service would use an embedded database, although NODE_ENV=production';
  return fail('setting DATABASE_URL', detail, 'set DATABASE_URL, or take NODE_ENV away for a trial');
}

/** The configuration has defaults in the place of wrong settings, and what nobody wants is not examined. */
function isWrong(findings: readonly Finding[], settings: readonly string[]): boolean {
  return findings.some(({ check, status }) => status === 'fail' && settings.some((name) => check === `setting ${name}`));
}

/** Asks what the service depends on, and itself at its public address. */
async function checkReach({ publicUrl, texts, mail }: Config, findings: readonly Finding[]): Promise<Finding[]> {
  const [address, provider, mails] = await Promise.all(
    [
      publicUrl === null ? [] : [checkPublicUrl(publicUrl)],
      texts.provider === 'sandbox' || isWrong(findings, TWILIO_SETTINGS) ? [] : [checkProvider(texts)],
      mail === null || isWrong(findings, MAIL_SETTINGS) ? [] : [checkMail(mail)],
    ].map((checks) => Promise.all(checks)),
  );
  return [...(address ?? []), ...(provider ?? []), ...(mails ?? [])];
}

/** @param hasKeys false: the signing keys are wrong, so nothing can be said about what they open */
export async function examineDatabase(config: Config, { schema, storages }: Assembly, hasKeys: boolean): Promise<Finding[]> {
  if (!config.database && !(await hasCluster(config.dataDir))) {
    const detail = `there is no embedded database in ${config.dataDir} yet`;
    return [warn('database', detail, 'nothing to do: npm start, shop-ops migrate up and shop create make it')];
  }
  const closing = new ClosingStack();
  try {
    const { embedded, dataSource, connections } = await visitDatabase(config, schema, closing, 'reader');
    const tables = storages.flatMap((storage) => storage.tables);
    const place = embedded ? `the embedded database in ${config.dataDir}` : 'the database at DATABASE_URL';
    const answers = ok('database', `${place} answers`);
    const rights = await checkRights(dataSource, tableNames(storages));
    if (rights.status === 'fail') return [answers, rights];
    const pooler = config.database?.directUrl ? [await checkPooler(connections.pool)] : [];
    const disk = embedded ? [] : [await checkDatabaseDisk(dataSource)];
    const found = [answers, rights, ...disk, ...pooler, ...(await checkDatabase(dataSource, embedded, tables))];
    const isUpToDate = found.some(({ check, status }) => check === 'migrations' && status === 'ok');
    const isInPart = found.some(({ check, status }) => check === 'nodes' && status === 'fail');
    if (!isUpToDate || isInPart) return found;
    const work = await checkWork({ dataSource, connections }, embedded);
    const pauses = await new PostgresPauses(new Database(connections), new SystemClock()).known();
    return [
      ...found,
      ...work,
      ...checkOutgoing(pauses.filter(isOpen)),
      ...(hasKeys ? [await checkSecrets(dataSource, new AesSealer(await signingKeys(config)))] : []),
    ];
  } catch (error) {
    return [unreached(config, error)];
  } finally {
    await closing.close();
  }
}

function unreached({ database }: Config, error: unknown): Finding {
  if (!database)
    return fail('database', inOneLine(error), 'read DATA_DIR/postgres.log, or set DATABASE_URL to use another database');
  const { setting, problem, advice } = failureOf(error);
  const isPooled = setting === 'DATABASE_URL' && database.directUrl !== null;
  const runs = isPooled ? 'the pooler runs there and reaches PostgreSQL' : 'PostgreSQL runs there';
  const usual = `check that ${runs}, and that ${setting} has the right host, database, user and password`;
  return fail('database', problem, advice ?? usual);
}
