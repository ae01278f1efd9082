import { randomUUID } from 'node:crypto';
import { JOB_KIND } from '../../../adapters/areas/jobs/job.entity.js';
import type { Job } from '../../../domain/jobs/job.js';
import { UNANNOTATED } from '../../../domain/shared/annotated.js';
import type { CustomerId, JobId } from '../../../domain/shared/id.js';
import type { TestService, TestShop } from '../service.js';
import { at } from '../test-clock.js';
import { stored } from './stored.js';

let numbers = 0;

/** Makes a scheduled job without a time, as the domain sees it. The given properties replace its own. */
export function aJob(fields: Partial<Job> = {}): Job {
  numbers += 1;
  return {
    id: randomUUID() as JobId, // safe: an id is a UUID
    number: numbers,
    title: null,
    customerId: randomUUID() as CustomerId, // safe: an id is a UUID
    vehicleId: null,
    stage: 'scheduled',
    assigneeId: null,
    scheduledStart: null,
    scheduledEnd: null,
    actualStart: null,
    actualEnd: null,
    bay: null,
    locationAddress: null,
    origin: 'service',
    ...UNANNOTATED,
    createdAt: at('2026-01-01T09:00:00.000Z'),
    ...fields,
  };
}

/** Stores a scheduled job without a time, for an existing customer. */
export function aStoredJob(
  service: TestService,
  shop: Pick<TestShop, 'id'>,
  customer: { readonly id: string },
  fields: Partial<Job> = {},
): Promise<Job> {
  return stored(service, shop, JOB_KIND, aJob({ customerId: customer.id as CustomerId, ...fields })); // safe: an id of the API
}
