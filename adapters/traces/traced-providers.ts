import { Emails, type Email, type EmailOutcome } from '../../application/emails/emails.js';
import { FileStorage, type BytePart } from '../../application/media/file-storage.js';
import { MediaSource, type Opening, type SourceFile } from '../../application/media/media-source.js';
import type { HandOver, OutboundText } from '../../application/messages/hand-over.js';
import type { InboundText } from '../../application/messages/provider-events.js';
import { TextProvider } from '../../application/messages/text-provider.js';
import { inSpan, type SpanFacts, type Traces } from '../../application/ports/traces.js';
import type { MediaFileId, ShopId } from '../../domain/shared/id.js';
import type { Instant } from '../../domain/shared/instant.js';

/** The address of another system, of which a span tells the host and the port. */
export function peerAt(url: string): SpanFacts {
  const { hostname, port } = new URL(url);
  return { 'server.address': hostname, ...(port !== '' && { 'server.port': Number(port) }) };
}

/** Calls another system in a span of its own. The outcomes of `good` are no failure. */
async function calling<T extends { readonly outcome: string }>(
  traces: Traces,
  name: string,
  facts: SpanFacts,
  good: string,
  call: () => Promise<T>,
): Promise<T> {
  return inSpan(traces, { name, kind: 'client', facts }, async (span) => {
    const result = await call();
    span.add({ 'shop_operations.outcome': result.outcome });
    if (result.outcome !== good) span.fail(result.outcome, true);
    return result;
  });
}

export class TracedTextProvider extends TextProvider {
  override readonly answersKeywords: boolean;

  constructor(
    private readonly provider: TextProvider,
    private readonly traces: Traces,
    private readonly peer: SpanFacts,
  ) {
    super();
    this.answersKeywords = provider.answersKeywords;
  }

  override handOver(text: OutboundText): Promise<HandOver> {
    return calling(this.traces, 'hand over text', this.peer, 'accepted', () => this.provider.handOver(text));
  }

  override receivedSince(since: Instant): Promise<readonly InboundText[] | null> {
    const start = { name: 'list texts', kind: 'client', facts: this.peer } as const;
    return inSpan(this.traces, start, () => this.provider.receivedSince(since));
  }
}

export class TracedMediaSource extends MediaSource {
  constructor(
    private readonly source: MediaSource,
    private readonly traces: Traces,
    private readonly peer: SpanFacts,
  ) {
    super();
  }

  /** The span ends with the head of the answer. */
  override open(file: SourceFile): Promise<Opening> {
    return calling(this.traces, 'fetch file', this.peer, 'opened', () => this.source.open(file));
  }
}

export class TracedEmails extends Emails {
  override readonly sender: string;

  constructor(
    private readonly emails: Emails,
    private readonly traces: Traces,
    private readonly peer: SpanFacts,
  ) {
    super();
    this.sender = emails.sender;
  }

  override send(shop: ShopId, email: Email): Promise<EmailOutcome> {
    return calling(this.traces, 'send e-mail', this.peer, 'accepted', () => this.emails.send(shop, email));
  }
}

export class TracedFileStorage extends FileStorage {
  constructor(
    private readonly storage: FileStorage,
    private readonly traces: Traces,
    private readonly peer: SpanFacts,
  ) {
    super();
  }

  override put(shop: ShopId, file: MediaFileId, content: AsyncIterable<Uint8Array>): Promise<number> {
    return this.call('put', () => this.storage.put(shop, file, content));
  }

  /** The span ends with the head of the answer. */
  override read(shop: ShopId, file: MediaFileId, part?: BytePart): Promise<AsyncIterable<Uint8Array> | null> {
    return this.call('read', () => this.storage.read(shop, file, part));
  }

  override delete(shop: ShopId, file: MediaFileId): Promise<void> {
    return this.call('delete', () => this.storage.delete(shop, file));
  }

  override deleteAll(shop: ShopId): Promise<void> {
    return this.call('delete all', () => this.storage.deleteAll(shop));
  }

  private call<T>(what: string, work: () => Promise<T>): Promise<T> {
    return inSpan(this.traces, { name: `files ${what}`, kind: 'client', facts: this.peer }, work);
  }
}
