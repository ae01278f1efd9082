import type { Container } from 'inversify';
import { SmtpEmails, type SmtpOptions } from '../../adapters/email/smtp-emails.js';
import { TracedAnnouncer } from '../../adapters/traces/traced-announcer.js';
import { TracedLog } from '../../adapters/traces/traced-log.js';
import { peerAt, TracedEmails } from '../../adapters/traces/traced-providers.js';
import type { TracesOptions } from '../../adapters/traces/traces-options.js';
import type { Emails } from '../../application/emails/emails.js';
import { Announcer } from '../../application/events/announcer.js';
import { Ids } from '../../application/ports/ids.js';
import type { Log } from '../../application/ports/log.js';
import { Traces, type TraceHeaders } from '../../application/ports/traces.js';
import { provide, type Provision } from '../../application/provide.js';
import type { ClosingStack } from '../process/closing-stack.js';

export interface Traced {
  readonly log: Log;
  /** undefined: nothing is traced */
  readonly traces: Traces | undefined;
}

/**
 * Opens the export of traces, which `closing` closes, and gives the lines of the log the ids of spans. Without options, nothing is
 * traced, and nothing of OpenTelemetry is loaded.
 */
export async function startTraces(options: TracesOptions | null, log: Log, closing: ClosingStack): Promise<Traced> {
  if (options === null) return { log, traces: undefined };
  // Imported on demand: most services trace nothing.
  const { openTraces } = await import('../../adapters/traces/open-traces.js');
  const open = await openTraces(options, log);
  closing.push(() => open.stop());
  return { log: new TracedLog(log, open.traces), traces: open.traces };
}

/** Null: nothing is traced. */
export function tracesIn(container: Container): Traces | null {
  return container.isBound(Traces) ? container.get(Traces) : null;
}

/** The announcer of events. With traces, it notes the trace of each event. */
export function announcer(traces: Traces | undefined): Provision {
  return traces ? provide(Announcer, TracedAnnouncer, [Ids, Traces]) : provide(Announcer, Announcer, [Ids]);
}

/** Returns the headers with which another system can go on with the trace of the open span. */
export function headersOf(traces: Traces): () => TraceHeaders {
  return () => traces.open()?.headers() ?? {};
}

/** The e-mails through a mail server, with a span for each if there are traces. */
export function smtpEmails(options: SmtpOptions, traces: Traces | undefined): Emails {
  const emails = new SmtpEmails(options);
  return traces ? new TracedEmails(emails, traces, peerAt(options.url)) : emails;
}
