import 'reflect-metadata';
import { Container } from 'inversify';
import type { DataSource } from 'typeorm';
import { Sha256KeyTokens } from '../adapters/access/sha256-key-tokens.js';
import { UuidV7Ids } from '../adapters/ids/uuid-v7-ids.js';
import { MemoryRateLimiter } from '../adapters/limits/memory-rate-limiter.js';
import { PostgresApiKeys } from '../adapters/persistence/access/postgres-api-keys.js';
import { PostgresShopSettings } from '../adapters/persistence/access/postgres-shop-settings.js';
import { PostgresShops } from '../adapters/persistence/access/postgres-shops.js';
import { RememberedApiKeys } from '../adapters/persistence/access/remembered-api-keys.js';
import { PostgresAppointments } from '../adapters/persistence/appointments/postgres-appointments.js';
import { PostgresCustomers } from '../adapters/persistence/customers/postgres-customers.js';
import { Database } from '../adapters/persistence/database.js';
import { PostgresInvoices } from '../adapters/persistence/invoices/postgres-invoices.js';
import { PostgresJobs } from '../adapters/persistence/jobs/postgres-jobs.js';
import { PostgresExportStore } from '../adapters/persistence/exports/postgres-export-store.js';
import { PostgresImportStore } from '../adapters/persistence/imports/postgres-import-store.js';
import { PostgresLeads } from '../adapters/persistence/leads/postgres-leads.js';
import { PostgresPhoneNumbers } from '../adapters/persistence/phone-numbers/postgres-phone-numbers.js';
import { PostgresIdempotencyKeys } from '../adapters/persistence/postgres-idempotency-keys.js';
import { PostgresUnitOfWork } from '../adapters/persistence/postgres-unit-of-work.js';
import { PostgresQuotes } from '../adapters/persistence/quotes/postgres-quotes.js';
import { PostgresReviews } from '../adapters/persistence/reviews/postgres-reviews.js';
import { PostgresServices } from '../adapters/persistence/services/postgres-services.js';
import { PostgresStaff } from '../adapters/persistence/staff/postgres-staff.js';
import { PostgresTasks } from '../adapters/persistence/tasks/postgres-tasks.js';
import { PostgresVehicles } from '../adapters/persistence/vehicles/postgres-vehicles.js';
import { RememberingVinDecoder } from '../adapters/persistence/vehicles/remembering-vin-decoder.js';
import { HmacCursors } from '../adapters/signing/hmac-cursors.js';
import { SystemClock } from '../adapters/time/system-clock.js';
import { NoVinDecoder } from '../adapters/vin-decoder/no-vin-decoder.js';
import { VpicVinDecoder } from '../adapters/vin-decoder/vpic-vin-decoder.js';
import { ApiKeys } from '../application/access/api-keys.js';
import { KeyTokens } from '../application/access/key-tokens.js';
import { SettingsOfShops } from '../application/access/settings-of-shops.js';
import { Shops } from '../application/access/shops.js';
import { Appointments } from '../application/appointments/appointments.js';
import { Customers } from '../application/customers/customers.js';
import { Invoices } from '../application/invoices/invoices.js';
import { Jobs } from '../application/jobs/jobs.js';
import { ExportKind } from '../application/export/export-kind.js';
import { ExportStore } from '../application/export/export-store.js';
import { ImportFile } from '../application/import/import-file.js';
import { ImportStore } from '../application/import/import-store.js';
import { Leads } from '../application/leads/leads.js';
import { IdempotencyKeys } from '../application/operation/idempotency.js';
import type { Operation, UseCase } from '../application/operation/operation.js';
import { Cursors } from '../application/operation/page.js';
import { PhoneNumbers } from '../application/phone-numbers/phone-numbers.js';
import { Clock } from '../application/ports/clock.js';
import { Ids } from '../application/ports/ids.js';
import { Log } from '../application/ports/log.js';
import { Provenance } from '../application/ports/provenance.js';
import { RateLimiter } from '../application/ports/rate-limiter.js';
import { UnitOfWork } from '../application/ports/unit-of-work.js';
import { Quotes } from '../application/quotes/quotes.js';
import { Reviews } from '../application/reviews/reviews.js';
import { Services } from '../application/services/services.js';
import { Staff } from '../application/staff/staff.js';
import { Tasks } from '../application/tasks/tasks.js';
import { Vehicles } from '../application/vehicles/vehicles.js';
import { VinDecoder } from '../application/vehicles/vin-decoder.js';
import type { Config } from './config.js';
import { bindProvisioning } from './provisioning.js';

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
  container.bind(Database).toConstantValue(new Database(dataSource, log));
  container.bind(Ids).toConstantValue(new UuidV7Ids());
  container.bind(KeyTokens).toConstantValue(new Sha256KeyTokens());
  container.bind(Cursors).toConstantValue(new HmacCursors(signingKeys));
  container.bind(RateLimiter).toConstantValue(
    new MemoryRateLimiter({ requests, read_budget: readBudget, write_budget: writeBudget, failed_authentications: authFailures }),
  );
  bindPersistence(container);
  bindProvisioning(container);
  bindImport(container);
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
  const readers = [
    [SettingsOfShops, PostgresShopSettings],
    [Staff, PostgresStaff],
    [Quotes, PostgresQuotes],
    [Invoices, PostgresInvoices],
    [Appointments, PostgresAppointments],
    [PhoneNumbers, PostgresPhoneNumbers],
    [Reviews, PostgresReviews],
  ] as const;
  for (const [port, adapter] of readers) {
    container.bind<unknown>(port).toResolvedValue((database: Database) => new adapter(database), [Database]);
  }
  const records = [
    [Leads, PostgresLeads],
    [Customers, PostgresCustomers],
    [Vehicles, PostgresVehicles],
    [Jobs, PostgresJobs],
    [Tasks, PostgresTasks],
    [Services, PostgresServices],
  ] as const;
  for (const [port, adapter] of records) {
    container
      .bind<unknown>(port)
      .toResolvedValue((database: Database, ids: Ids, clock: Clock) => new adapter(database, ids, clock), [Database, Ids, Clock]);
  }
}

/** How a shop’s data comes in and goes out. */
function bindImport(container: Container): void {
  container.bind(ExportStore).toResolvedValue((database: Database) => new PostgresExportStore(database), [Database]);
  container
    .bind(ExportKind)
    .toResolvedValue((store: ExportStore, shops: Shops) => new ExportKind(store, shops), [ExportStore, Shops]);
  container.bind(ImportStore).toResolvedValue((database: Database, clock: Clock) => new PostgresImportStore(database, clock), [Database, Clock]);
  container
    .bind(ImportFile)
    .toResolvedValue(
      (store: ImportStore, shops: Shops, ids: Ids, clock: Clock) => new ImportFile(store, shops, ids, clock),
      [ImportStore, Shops, Ids, Clock],
    );
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
