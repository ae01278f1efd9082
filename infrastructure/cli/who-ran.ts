import { userInfo } from 'node:os';

interface Running {
  readonly env: NodeJS.ProcessEnv;
  readonly operator: () => string;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Leaves a line in the log about a command that has changed something: which, on what, and who ran it.
 * @param given the arguments and options; only ids are logged, because the others may be about people
 */
export async function tellWhoRan(
  command: string,
  given: Readonly<Record<string, unknown>>,
  { env, operator }: Running,
): Promise<void> {
  const { createLog } = await import('../server/logger.js');
  const { readConfig } = await import('../settings/config.js');
  const log = await createLog(readConfig(env, process.stderr.isTTY).log);
  const ids = { shop: idIn(given['shop']), record: idIn(given['id']) };
  log.info('an operator changed something', { command, operator: operator(), ...ids });
}

function idIn(value: unknown): string | undefined {
  return typeof value === 'string' && UUID.test(value) ? value : undefined;
}

/** The account that asked sudo, or else the one that runs the command, by its number if it has no name, as in a container. */
export function account({ SUDO_USER: asked }: NodeJS.ProcessEnv): string {
  if (asked !== undefined) return asked;
  try {
    return userInfo().username;
  } catch {
    return `account ${process.getuid?.() ?? 'of nobody'}`;
  }
}
