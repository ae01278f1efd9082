import { randomUUID } from 'node:crypto';
import { Announcer } from '../../application/kernel/events/announcer.js';
import { NO_EVENT_CHECK } from '../../application/kernel/events/event-check.js';
import { NO_CAUSE } from '../../application/kernel/events/cause.js';
import { parseInput } from '../../application/kernel/fields/field.js';
import { NO_PATIENCE, type Caller, type Operation } from '../../application/kernel/operation/operation.js';
import { Clock, Ids } from '../../application/kernel/ports/ports.js';
import { UuidV7Ids } from '../../adapters/uuid-v7-ids.js';
import { EVERY_SECTION } from '../../domain/access/permission.js';
import { ALL_FEATURES } from '../../domain/access/shop.js';
import type { ApiKeyId, ShopId } from '../../domain/shared/id.js';
import { at, TestClock } from './test-clock.js';

/** A port with the part that stands for it. */
export type Given = readonly [port: unknown, part: unknown];

/** The caller of a new shop in Ottawa, with a full key that acts for nobody. */
export function aCaller(): Caller {
  const id = randomUUID() as ShopId; // safe: an id is a UUID
  const createdAt = at('2026-01-01T09:00:00.000Z');
  const place = { timezone: 'America/Toronto', country: 'CA', currency: 'CAD' } as const;
  const shop = { id, name: 'Test shop', ...place, suspended: false, planLapsed: false, features: ALL_FEATURES, createdAt };
  const rights = { scope: 'full', grants: EVERY_SECTION, actsFor: null, expiresAt: null, revokedAt: null } as const;
  return { shop, key: { id: randomUUID() as ApiKeyId, shopId: id, name: 'test', createdAt, ...rights } }; // safe: an id is a UUID
}

/**
 * Runs the use case of an operation without a service and without a database. The input is read as a JSON body is. Clock, ids and
 * announcer are there; every other port that the operation needs must be given.
 */
export async function runUseCase(
  { useCase, needs, input }: Operation,
  given: readonly Given[],
  caller: Caller,
  body: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  const ids = new UuidV7Ids();
  const parts = new Map<unknown, unknown>([
    [Clock, new TestClock()],
    [Ids, ids],
    [Announcer, new Announcer(ids, NO_EVENT_CHECK, { url: null })],
    ...given,
  ]);
  const made = needs.map((port) => {
    if (!parts.has(port)) throw new Error(`the use case needs a part for ${(port as { name: string }).name}`);
    return parts.get(port) as never; // safe: the list pairs each port with a part of its type
  });
  const { country, currency } = caller.shop;
  const read = parseInput(input, body, { source: 'json', country, currency });
  return new useCase(...made).execute(caller, read, NO_CAUSE, NO_PATIENCE);
}
