import { Container } from 'inversify';
import 'reflect-metadata';
import { RememberedApiKeys } from '../../adapters/areas/access/remembered-api-keys.js';
import { PostgresErasures } from '../../adapters/areas/customers/postgres-erasures.js';
import { RememberedPauses } from '../../adapters/areas/outgoing/remembered-pauses.js';
import { RememberingVinDecoder } from '../../adapters/areas/vehicles/remembering-vin-decoder.js';
import { SandboxEmails } from '../../adapters/email/sandbox-emails.js';
import { SmtpEmails } from '../../adapters/email/smtp-emails.js';
import { MagicNumbers } from '../../adapters/files/magic-numbers.js';
import type { DatabaseConnections } from '../../adapters/postgres/pool.js';
import { Sha256KeyTokens } from '../../adapters/signing/sha256-key-tokens.js';
import type { Database } from '../../adapters/storage/database.js';
import { StoredKinds } from '../../adapters/storage/transfer/stored-kinds.js';
import { SystemClock } from '../../adapters/system-clock.js';
import { UuidV7Ids } from '../../adapters/uuid-v7-ids.js';
import { NoVinDecoder, VpicVinDecoder } from '../../adapters/vin-decoder/vpic-vin-decoder.js';
import { ApiKeys, KeyTokens } from '../../application/areas/access/api-keys.js';
import { Erasures } from '../../application/areas/customers/erasures.js';
import { FileTypes } from '../../application/areas/media/file-storage.js';
import { MailServer } from '../../application/areas/outgoing/held-emails.js';
import { Pauses } from '../../application/areas/outgoing/pauses.js';
import { SandboxOutbox } from '../../application/areas/texting/sandbox-outbox.js';
import { StatusCallbacks, statusCallbackUrl } from '../../application/areas/texting/text-provider.js';
import { VinDecoder } from '../../application/areas/vehicles/vin-decoder.js';
import { Announcer } from '../../application/kernel/events/announcer.js';
import { EventCheck, NO_EVENT_CHECK } from '../../application/kernel/events/event-check.js';
import { ExtraFields } from '../../application/kernel/fields/extra-fields.js';
import { guarded } from '../../application/kernel/operation/guard.js';
import { withStreams, type Operation, type UseCase } from '../../application/kernel/operation/operation.js';
import { Clock, Ids, Log, NumberDigests, Operator, PublicUrl } from '../../application/kernel/ports/ports.js';
import { Provenance } from '../../application/kernel/ports/provenance.js';
import { provide } from '../../application/kernel/provide.js';
import { Assembly } from '../extensions/assembly.js';
import type { Config } from '../settings/config.js';
import { guardsOf, inTime, loadAssembly, moduleOf, reactionsIn } from './bindings.js';
import { bindDatabase } from './database.js';
import { bindEvents } from './events.js';
import { bindLimits } from './limits.js';
import { bindSigning } from './signing.js';
import { bindFileStorage, bindTextProvider } from './text-provider.js';

/**
 * The values that the container is given, because it cannot create them: the configuration, opened resources, and a clock that
 * tests can replace.
 */
export interface Foundations {
  readonly config: Pick<
    Config,
    'limits' | 'redis' | 'texts' | 'mail' | 'recordings' | 'vinDecoderUrl' | 'importProvenance' | 'publicUrl' | 'privateWebhooks'
  >;
  readonly connections: DatabaseConnections;
  readonly signingKeys: readonly [string, ...string[]];
  readonly log: Log;
  readonly clock?: Clock;
  /** who runs a command; null by default: a service */
  readonly operator?: string | null;
  /** the service without extensions by default */
  readonly assembly?: Assembly;
  /** none by default: a deployment runs what tests have seen */
  readonly eventCheck?: EventCheck;
}

export function createContainer({
  config,
  connections,
  signingKeys,
  log,
  clock = new SystemClock(),
  operator = null,
  assembly = new Assembly(),
  eventCheck = NO_EVENT_CHECK,
}: Foundations): Container {
  const container = new Container({ defaultScope: 'Singleton' });
  const { storages, registry, extraTables } = assembly;
  container.bind(Log).toConstantValue(log);
  const database = bindDatabase(container, connections, reactionsIn(container, assembly), extraTables);
  container.bind(Clock).toConstantValue(clock);
  container.bind<Provenance>(Provenance).toConstantValue({ known: config.importProvenance });
  container.bind<PublicUrl>(PublicUrl).toConstantValue({ url: config.publicUrl });
  container.bind<Operator>(Operator).toConstantValue({ name: operator });
  container.bind(StoredKinds).toConstantValue(new StoredKinds(assembly.kinds));
  container.bind(EventCheck).toConstantValue(eventCheck);
  container.bind(ExtraFields).toConstantValue(assembly.extraFields);
  bindSigning(container, signingKeys);
  bindEvents(container, registry.events, config.privateWebhooks);
  const erased = storages.flatMap(({ erases }) => erases);
  container.bind(Erasures).toConstantValue(new PostgresErasures(database, erased, container.get(NumberDigests), registry.events));
  container.bind(Ids).toConstantValue(new UuidV7Ids());
  container.bind(KeyTokens).toConstantValue(new Sha256KeyTokens());
  bindLimits(container, config.limits);
  container.bind(VinDecoder).toConstantValue(vinDecoder(config, database, clock, log));
  bindTextProvider(container, config.texts, (provision) => {
    container.load(moduleOf([provision]));
  });
  container.bind(ApiKeys).toService(RememberedApiKeys);
  container.bind(Pauses).toService(RememberedPauses);
  if (config.mail) container.bind(MailServer).toConstantValue(new SmtpEmails(config.mail));
  else container.load(moduleOf([provide(MailServer, SandboxEmails, [SandboxOutbox, Ids, Clock])]));
  bindFileStorage(container, config.recordings);
  container.bind(FileTypes).toConstantValue(new MagicNumbers());
  container.load(moduleOf([provide(Announcer, Announcer, [Ids, EventCheck, PublicUrl, Operator, ExtraFields])]));
  container.bind<StatusCallbacks>(StatusCallbacks).toConstantValue({
    of: (shop, message) => (config.publicUrl === null ? null : statusCallbackUrl(config.publicUrl, shop, message)),
  });
  loadAssembly(container, assembly);
  return container;
}

function vinDecoder({ vinDecoderUrl }: Foundations['config'], database: Database, clock: Clock, log: Log): VinDecoder {
  if (vinDecoderUrl === null) return new NoVinDecoder();
  const decoder = new VpicVinDecoder({
    baseUrl: vinDecoderUrl,
    log: (message, detail) => {
      log.warn(message, detail);
    },
  });
  return new RememberingVinDecoder(database, decoder, clock);
}

/** Creates the operations' use cases from the ports that the operations declare, each behind its guards. */
export function useCasesOf(
  container: Container,
  operations: readonly Operation[],
): (operation: Operation) => UseCase<object, unknown> {
  const useCaseOf = (operation: Operation, guardedAs: Operation): UseCase<object, unknown> => {
    const made = container.get<unknown>(operation.useCase) as UseCase<object, unknown>; // a use case is bound to its own class
    return guarded(made, guardsOf(container, guardedAs), (guards) => inTime(guards()));
  };
  // What stands before an operation also stands before its stream.
  const useCases = new Map(
    operations.flatMap((one) => withStreams([one]).map((operation) => [operation, useCaseOf(operation, one)] as const)),
  );
  return (operation) => {
    const useCase = useCases.get(operation);
    if (!useCase) throw new Error(`operation ${operation.name} is not in the registry`);
    return useCase;
  };
}
