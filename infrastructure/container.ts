import 'reflect-metadata';
import { Container } from 'inversify';
import type { DataSource } from 'typeorm';
import { Sha256KeyTokens } from '../adapters/access/sha256-key-tokens.js';
import { UuidV7Ids } from '../adapters/ids/uuid-v7-ids.js';
import { MemoryRateLimiter } from '../adapters/limits/memory-rate-limiter.js';
import { PostgresApiKeys } from '../adapters/persistence/access/postgres-api-keys.js';
import { PostgresShops } from '../adapters/persistence/access/postgres-shops.js';
import { RememberedApiKeys } from '../adapters/persistence/access/remembered-api-keys.js';
import { PostgresCustomers } from '../adapters/persistence/customers/postgres-customers.js';
import { Database } from '../adapters/persistence/database.js';
import { PostgresLeads } from '../adapters/persistence/leads/postgres-leads.js';
import { PostgresIdempotencyKeys } from '../adapters/persistence/postgres-idempotency-keys.js';
import { PostgresUnitOfWork } from '../adapters/persistence/postgres-unit-of-work.js';
import { PostgresStaff } from '../adapters/persistence/staff/postgres-staff.js';
import { PostgresTasks } from '../adapters/persistence/tasks/postgres-tasks.js';
import { PostgresVehicles } from '../adapters/persistence/vehicles/postgres-vehicles.js';
import { RememberingVinDecoder } from '../adapters/persistence/vehicles/remembering-vin-decoder.js';
import { HmacCursors } from '../adapters/signing/hmac-cursors.js';
import { SystemClock } from '../adapters/time/system-clock.js';
import { NoVinDecoder } from '../adapters/vin-decoder/no-vin-decoder.js';
import { VpicVinDecoder } from '../adapters/vin-decoder/vpic-vin-decoder.js';
import { ApiKeys } from '../application/access/api-keys.js';
import { ChangeShopStanding } from '../application/access/change-shop-standing.js';
import { CreateShop } from '../application/access/create-shop.js';
import { KeyTokens } from '../application/access/key-tokens.js';
import { ListKeys } from '../application/access/list-keys.js';
import { MintKey } from '../application/access/mint-key.js';
import { RevokeKey } from '../application/access/revoke-key.js';
import { Shops } from '../application/access/shops.js';
import { Customers } from '../application/customers/customers.js';
import { Leads } from '../application/leads/leads.js';
import { IdempotencyKeys } from '../application/operation/idempotency.js';
import type { Operation, UseCase } from '../application/operation/operation.js';
import { Cursors } from '../application/operation/page.js';
import { Clock } from '../application/ports/clock.js';
import { Ids } from '../application/ports/ids.js';
import { Log } from '../application/ports/log.js';
import { Provenance } from '../application/ports/provenance.js';
import { RateLimiter } from '../application/ports/rate-limiter.js';
import { UnitOfWork } from '../application/ports/unit-of-work.js';
import { Staff } from '../application/staff/staff.js';
import { Tasks } from '../application/tasks/tasks.js';
import { Vehicles } from '../application/vehicles/vehicles.js';
import { VinDecoder } from '../application/vehicles/vin-decoder.js';
import type { Config } from './config.js';

/** What the container cannot make itself: what is opened, and what a test puts in the place of the world. */
export interface Foundations {
  readonly config: Pick<Config, 'limits' | 'vinDecoderUrl' | 'importProvenance'>;
  readonly dataSource: DataSource;
  readonly signingKeys: readonly [string, ...string[]];
  readonly log: Log;
  readonly clock?: Clock;
}

export function createContainer({ config, dataSource, signingKeys, log, clock }: Foundations): Container {
  const container = new Container({ defaultScope: 'Singleton' });
  const { requests, readBudget, writeBudget, authFailures } = config.limits;
  container.bind(Log).toConstantValue(log);
  container.bind(Clock).toConstantValue(clock ?? new SystemClock());
  container.bind<Provenance>(Provenance).toConstantValue({ known: config.importProvenance });
  container.bind(Database).toConstantValue(new Database(dataSource));
  container.bind(Ids).toConstantValue(new UuidV7Ids());
  container.bind(KeyTokens).toConstantValue(new Sha256KeyTokens());
  container.bind(Cursors).toConstantValue(new HmacCursors(signingKeys));
  container.bind(RateLimiter).toConstantValue(
    new MemoryRateLimiter({ requests, read_budget: readBudget, write_budget: writeBudget, failed_authentications: authFailures }),
  );
  bindPersistence(container);
  bindProvisioning(container);
  container
    .bind(VinDecoder)
    .toResolvedValue((database: Database, ticking: Clock) => vinDecoder(config, database, ticking, log), [Database, Clock]);
  return container;
}

function bindPersistence(container: Container): void {
  container.bind(PostgresApiKeys).toResolvedValue((database: Database) => new PostgresApiKeys(database), [Database]);
  container
    .bind(RememberedApiKeys)
    .toResolvedValue((keys: PostgresApiKeys, log: Log) => new RememberedApiKeys(keys, log), [PostgresApiKeys, Log]);
  container.bind(ApiKeys).toService(RememberedApiKeys);
  container.bind(Shops).toResolvedValue((database: Database) => new PostgresShops(database), [Database]);
  container.bind(UnitOfWork).toResolvedValue((database: Database) => new PostgresUnitOfWork(database), [Database]);
  container
    .bind(IdempotencyKeys)
    .toResolvedValue((database: Database, ids: Ids) => new PostgresIdempotencyKeys(database, ids), [Database, Ids]);
  container.bind(Staff).toResolvedValue((database: Database) => new PostgresStaff(database), [Database]);
  const records = [
    [Leads, PostgresLeads],
    [Customers, PostgresCustomers],
    [Vehicles, PostgresVehicles],
    [Tasks, PostgresTasks],
  ] as const;
  for (const [port, adapter] of records) {
    container
      .bind<unknown>(port)
      .toResolvedValue((database: Database, ids: Ids, clock: Clock) => new adapter(database, ids, clock), [Database, Ids, Clock]);
  }
}

/** What the command line does to shops and keys. */
function bindProvisioning(container: Container): void {
  container
    .bind(CreateShop)
    .toResolvedValue((shops: Shops, ids: Ids, clock: Clock) => new CreateShop(shops, ids, clock), [Shops, Ids, Clock]);
  container
    .bind(MintKey)
    .toResolvedValue(
      (shops: Shops, staff: Staff, keys: ApiKeys, tokens: KeyTokens, ids: Ids, clock: Clock) =>
        new MintKey(shops, staff, keys, tokens, ids, clock),
      [Shops, Staff, ApiKeys, KeyTokens, Ids, Clock],
    );
  container.bind(ChangeShopStanding).toResolvedValue((shops: Shops) => new ChangeShopStanding(shops), [Shops]);
  container.bind(ListKeys).toResolvedValue((shops: Shops, keys: ApiKeys) => new ListKeys(shops, keys), [Shops, ApiKeys]);
  container.bind(RevokeKey).toResolvedValue((keys: ApiKeys, clock: Clock) => new RevokeKey(keys, clock), [ApiKeys, Clock]);
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

/** The use cases, made from the ports that their operations declare; the only place that asks the container for one. */
export function useCasesOf(container: Container, operations: readonly Operation[]): (operation: Operation) => UseCase<object, unknown> {
  const useCases = new Map(
    operations.map((operation) => {
      const ports = operation.needs.map((port) => container.get<unknown>(port));
      // `operation()` has checked that the ports are the constructor's parameters, in order.
      return [operation, new operation.useCase(...(ports as never[]))];
    }),
  );
  return (operation) => {
    const useCase = useCases.get(operation);
    if (!useCase) throw new Error(`operation ${operation.name} is not in the registry`);
    return useCase;
  };
}
