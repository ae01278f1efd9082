import pino, { type DestinationStream, type Logger } from 'pino';
import { statementOf } from '../../adapters/postgres/database-errors.js';
import { systemCodeOf } from '../../adapters/system-errors.js';
import { spanIds } from '../../adapters/trace-context.js';
import { Log, LOG_FIELDS } from '../../application/kernel/ports/ports.js';
import type { Config } from '../settings/config.js';

const FIELDS: ReadonlySet<string> = new Set(LOG_FIELDS);

export class PinoLog extends Log {
  constructor(private readonly logger: Logger) {
    super();
  }

  override info(message: string, detail: object = {}): void {
    this.logger.info(allowed(detail), message);
  }

  override warn(message: string, detail: object = {}): void {
    this.logger.warn(allowed(detail), message);
  }

  override error(message: string, detail: object = {}): void {
    this.logger.error(allowed(detail), message);
  }
}

/**
 * The lines of a service are written in blocks of at least 12 KiB, because the system call costs more than the lines of a small block. A
 * smaller rest is written after 200 ms or when the process ends.
 */
const CHUNKS = { minLength: 12_288, periodicFlush: 200 };

/**
 * Creates the log. Its lines go to stderr, because stdout is for the results of commands.
 * @param inBlocks true: for a service, which writes many lines. What is left of them at the end is written again and again if the
 * reader of stderr has gone, so a command writes each line at once.
 */
export async function createLog({ level, format }: Config['log'], { inBlocks = false } = {}): Promise<Log> {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, mixin: spanIds };
  return new PinoLog(pino(options, format === 'pretty' ? await prettyStream() : jsonStream(inBlocks)));
}

function jsonStream(inBlocks: boolean): DestinationStream {
  return pino.destination({ dest: 2, ...(inBlocks ? { sync: false, ...CHUNKS } : { sync: true }) });
}

async function prettyStream(): Promise<DestinationStream> {
  const { default: pretty } = await import('pino-pretty'); // most logs are JSON, and need no formatter
  return pretty({ destination: 2, sync: true });
}

function allowed(detail: object): object {
  const fields: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(detail) as [string, unknown][])
    // safe: an object has only names and values
    if (FIELDS.has(name)) fields[name] = value instanceof Error ? described(value) : value;
  return fields;
}

/**
 * An error's name, message, code, statement, stack and cause. Its other properties are dropped, because a database error has values of the
 * row in them.
 */
function described(error: Error): object {
  const [code, statement] = [systemCodeOf(error), statementOf(error)];
  const cause = error.cause instanceof Error ? described(error.cause) : undefined;
  const named = { ...(code && { code }), ...(statement !== null && { statement }) };
  return { type: error.name, message: error.message, ...named, stack: error.stack, ...(cause && { cause }) };
}
