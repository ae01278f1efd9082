import { CALL_STATUSES, type CallStatus, type ShownCall } from '../../../domain/calls/call.js';
import { defined } from '../../../domain/shared/defined.js';
import type { CustomerId, ShopId } from '../../../domain/shared/id.js';
import type { Instant } from '../../../domain/shared/instant.js';
import { DIRECTIONS, type Direction } from '../../../domain/texting/message.js';
import { DateTime, OneOf } from '../../kernel/fields/fields.js';
import { ChangesCursor, IdFilter, Offset, OffsetLimit, UpdatedSince } from '../../kernel/fields/filter-fields.js';
import { Include } from '../../kernel/fields/rest-fields.js';
import { changesPage, includedIn, requireOneWay, type Changes } from '../../kernel/operation/changes-page.js';
import { get, operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { offsetPageOf, withChanges } from '../../kernel/operation/output.js';
import type { OffsetSlice } from '../../kernel/operation/page.js';
import { Cursors } from '../../kernel/ports/ports.js';
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
  @UpdatedSince() updated_since?: Instant;
  @ChangesCursor() cursor?: string;
}

class ListCalls implements UseCase<ListCallsInput, OffsetSlice<ListedCall> | Changes<ListedCall>> {
  constructor(
    private readonly calls: Calls,
    private readonly cursors: Cursors,
  ) {}

  async execute({ shop }: Caller, input: ListCallsInput): Promise<OffsetSlice<ListedCall> | Changes<ListedCall>> {
    requireOneWay(input);
    const { direction, status, customer_id: customerId, since, until, include = [], limit = 25, offset = 0 } = input;
    const filter = defined({ direction, status, customerId, since, until });
    const { updated_since: changedSince, cursor } = input;
    const including = (calls: readonly ShownCall[]): Promise<readonly ListedCall[]> => this.including(include, shop.id, calls);
    if (changedSince === undefined) {
      const page = await this.calls.list(shop.id, filter, limit, offset);
      return { ...page, items: await including(page.items) };
    }
    const scope = { shop: shop.id, list: 'calls', filter };
    const page = await changesPage(this.cursors, scope, { since: changedSince, limit, cursor }, (asked) =>
      this.calls.changes(shop.id, filter, asked),
    );
    return includedIn(page, including);
  }

  /** Returns the calls with what a call of the API asks for, by one statement. */
  private async including(include: readonly string[], shop: ShopId, calls: readonly ShownCall[]): Promise<readonly ListedCall[]> {
    if (!include.includes('contact') || calls.length === 0) return calls;
    const ids = calls.map(({ id }) => id);
    const contacts = await this.calls.contacts(shop, ids);
    return calls.map((call) => ({ ...call, ...defined({ contact: contacts.get(call.id) }) }));
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
  output: withChanges(offsetPageOf, ListedCallView),
  needs: [Calls, Cursors],
});
