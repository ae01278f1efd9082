import { signingKeys, visitDatabase } from '../database/database.js';
import { Assembly } from '../extensions/assembly.js';
import { createContainer } from '../modules/container.js';
import { useOf } from '../modules/use.js';
import { createLog } from '../server/logger.js';
import { ClosingStack } from '../server/process-life.js';
import { readConfig } from '../settings/config.js';
import type { OpenSession, SessionOptions } from './session.js';

/**
 * Opens the database, and creates the use cases for a command.
 * @throws WrongSettings before anything is opened
 */
export async function openSession({ env, extensions, operator, as }: SessionOptions): Promise<OpenSession> {
  const assembly = new Assembly(extensions);
  const config = readConfig(env, process.stderr.isTTY);
  const closing = new ClosingStack();
  try {
    const { embedded, dataSource, connections } = await visitDatabase(config, assembly.schema, closing, as);
    const log = await createLog(config.log);
    const given = { config, connections, signingKeys: await signingKeys(config), log, assembly, operator: operator() };
    const container = createContainer(given);
    return {
      config,
      embedded,
      dataSource,
      connections,
      use: useOf(container),
      storages: assembly.storages,
      close: () => closing.close(),
    };
  } catch (error) {
    await closing.close();
    throw error;
  }
}
