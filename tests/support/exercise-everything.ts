import type { Api } from './api.js';
import { entryPoints } from './entry-point-suites.js';
import { outcomeOf, requestOf } from './entry-points.js';
import type { ShopRecords } from './records.js';
import { sampleOf } from './samples.js';

/**
 * Calls every operation on every surface: with success, again with the same idempotency key, again without it, and with each
 * reference to a record of another shop.
 * @throws when a call is answered that something is unavailable
 */
export async function exerciseEverything(api: Api, records: ShopRecords, foreign: ShopRecords): Promise<void> {
  for (const entryPoint of entryPoints) {
    const keyed = { 'idempotency-key': `tapped-${entryPoint.operation.name}-${entryPoint.surface}` };
    const own = sampleOf(entryPoint.operation, records);
    const calls = Object.entries(sampleOf(entryPoint.operation, foreign).references ?? {}).map(([field, [id]]) =>
      own.path && field in own.path
        ? { ...own, path: { ...own.path, [field]: id } }
        : { ...own, input: { ...(entryPoint.operation.exactlyOne ? {} : own.input), [field]: id } },
    );
    for (const [index, { input, path }] of [own, own, own, ...calls].entries()) {
      const headers = index < 2 ? keyed : {};
      const request = requestOf(entryPoint, { input, ...(path && { path }) });
      const answer = await api.send(request.method, request.path, { body: request.body, headers });
      if (outcomeOf(entryPoint, answer).code === 'unavailable')
        throw new Error(`${request.method} ${request.path} is unavailable`);
    }
  }
}
