import { CALL_STATUSES, type CallStatus } from '../../../domain/calls/call.js';
import { defined } from '../../../domain/shared/defined.js';
import type { CustomerId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import { DIRECTIONS, type Direction } from '../../../domain/texting/message.js';
import { DateTime, OneOf } from '../../kernel/fields/fields.js';
import { IdFilter, Offset, OffsetLimit } from '../../kernel/fields/filter-fields.js';
import { Include } from '../../kernel/fields/rest-fields.js';
import { get, operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { offsetPageOf } from '../../kernel/operation/output.js';
import type { OffsetSlice } from '../../kernel/operation/page.js';
import { ListedCallView, type ListedCall } from './call.view.js';
import { Calls } from './calls.js';

class ListCallsInput {
  @OneOf(DIRECTIONS, { optional: true, description: 'Left out: both.' }) direction?: Direction;
  @OneOf(CALL_STATUSES, { optional: true, description: 'Left out: any.' }) status?: CallStatus;
  @IdFilter({ listedBy: 'customers.list' }) customer_id?: CustomerId;
  @DateTime({ optional: true, description: 'Started then or later.' }) since?: Instant;
  @DateTime({ optional: true, description: 'Started before.' }) until?: Instant;
  @Include('contact') include?: readonly string[];
  @OffsetLimit() limit?: number;
  @Offset() offset?: number;
}

class ListCalls implements UseCase<ListCallsInput, OffsetSlice<ListedCall>> {
  constructor(private readonly calls: Calls) {}

  async execute({ shop }: Caller, input: ListCallsInput): Promise<OffsetSlice<ListedCall>> {
    const { direction, status, customer_id: customerId, since, until, include = [], limit = 25, offset = 0 } = input;
    const filter = defined({ direction, status, customerId, since, until });
    const page = await this.calls.list(shop.id, filter, limit, offset);
    if (!include.includes('contact') || page.items.length === 0) return page;
    const contacts = await this.calls.contacts(
      shop.id,
      page.items.map(({ id }) => id),
    );
    return { ...page, items: page.items.map((call) => ({ ...call, ...defined({ contact: contacts.get(call.id) }) })) };
  }
}

export const listCalls = operation(ListCalls, {
  name: 'calls.list',
  summary: 'List calls',
  description:
    'Lists the phone log, newest first; the `conversation` of a call is its thread. Nobody is ' +
    'contacted. A repetition reads anew. Refuses an id that is not a UUID; an unknown one matches nothing.',
  scope: 'read',
  route: get('/calls'),
  capability: { permission: 'inbox.access', budget: 'read' },
  input: ListCallsInput,
  output: offsetPageOf(ListedCallView),
  needs: [Calls],
});
