import {
  IMPORTED_CUSTOMER,
  consentAfter,
  CONSENT_SOURCES,
  requireContact,
  type Consent,
  type ConsentSource,
  type Customer,
} from '../../../domain/customers/customer.js';
import type { Metadata } from '../../../domain/shared/annotated.js';
import type { EmailAddress } from '../../../domain/shared/contact.js';
import { heldBy, ValidationError } from '../../../domain/shared/errors.js';
import type { Instant } from '../../../domain/shared/instant.js';
import type { E164 } from '../../../domain/shared/phone.js';
import { MetadataColumn } from '../../kernel/fields/annotation-fields.js';
import { Extendable } from '../../kernel/fields/extra-fields.js';
import { DateTime, Email, Flag, Name, OneOf, Phone, Text } from '../../kernel/fields/fields.js';
import { Tags } from '../../kernel/fields/list-field.js';
import { announcedAs } from '../../transfer/announced.js';
import { importKind } from '../../transfer/import-kind.js';
import { cell, ImportRow } from '../../transfer/import-row.js';
import { isBlocked, markAfter, type TextingMark } from '../texting/texting-blocks.js';
import { customerHas, customerRecord, CUSTOMERS } from './customers.js';

/** A customer with the block of their phone, which is stored beside the customer. */
export interface ImportedCustomer extends Customer {
  readonly textingMark: TextingMark;
}
import { customerEvents } from './customer.view.js';

@Extendable(customerRecord, 'change')
class CustomerRow extends ImportRow {
  @Name({ max: 200, ...cell, description: 'Required for a new customer.' }) name?: string | null;
  @Email({ max: 200, ...cell, description: 'A customer needs an e-mail or a phone. Two customers cannot have the same one.' })
  email?: EmailAddress | null;
  @Phone({ max: 40, ...cell, description: 'Normalised to E.164. Two customers cannot have the same one.' }) phone?: E164 | null;
  @Text({ max: 80, ...cell }) city?: string | null;
  @Text({ max: 80, ...cell, description: 'Province or state.' }) region?: string | null;
  @Text({ max: 20, ...cell }) postal_code?: string | null;
  @Tags({ maxItems: 50, max: 60, ...cell, description: 'In CSV, separate tags with `;`.' }) tags?: readonly string[] | null;
  @Flag(cell) is_vip?: boolean | null;
  @Flag({ ...cell, description: 'True: do not send texts to this phone. False or empty lifts only what an import blocked.' })
  texting_blocked?: boolean | null;
  @OneOf(CONSENT_SOURCES, { ...cell, description: 'Default: `unknown`.' }) consent_source?: ConsentSource | null;
  @DateTime({
    ...cell,
    countsWhen: ({ consent_source: source }) =>
      source === undefined || (source !== 'unknown' && CONSENT_SOURCES.some((known) => known === source)),
    description: 'Default: now. Not in the future. Ignored when the source is `unknown`.',
  })
  consent_captured_at?: Instant | null;
  @Text({ max: 500, lines: true, ...cell }) consent_note?: string | null;
  @MetadataColumn() metadata?: Metadata | null;
}

export const customerKind = importKind<CustomerRow, ImportedCustomer>({
  name: 'customers',
  record: CUSTOMERS,
  row: CustomerRow,
  resolve: {
    uniques: [taken('email'), taken('phone')],
  },
  examples: [
    {
      external_id: 'C-1001',
      metadata: { plan: 'gold' },
      name: 'Dana Whitfield',
      email: 'dana@example.com',
      phone: '613 555 0142',
      city: 'Ottawa',
      region: 'ON',
      postal_code: 'K1P 1J1',
      tags: ['fleet', 'winter tires'],
      is_vip: true,
      consent_source: 'web_form',
      consent_captured_at: '2024-05-17T09:30:00Z',
      created_at: '2024-05-17T09:30:00Z',
    },
    { external_id: 'C-1002', name: 'Harbour Couriers', phone: '+1 613 555 0177', city: 'Kingston', region: 'ON', is_vip: false },
  ],
  defaults: { tags: [], isVip: false, textingMark: null, consentSource: 'unknown', metadata: {} },
  write: (written, before, row, { now, isNew, restore }) => {
    const next = { ...written, ...consentOf(before, row, now), textingMark: markOf(before, written.phone, row) };
    // A phone log often knows the number alone. A name that is known is not lost.
    const mayLackName = isNew ? next.phone !== null : before.name === null;
    if (next.name === null && !mayLackName && !restore) throw new ValidationError('name', 'name is required');
    requireContact(next);
    return next;
  },
  shown: { texting_blocked: ({ textingMark }) => isBlocked(textingMark) },
  announce: announcedAs(customerEvents, IMPORTED_CUSTOMER),
});

/** A block stays with its number, so the block of another phone than before is not known. Without a phone nothing is kept. */
function markOf(before: ImportedCustomer, phone: E164 | null, row: CustomerRow): TextingMark {
  if (phone === null) return null;
  return markAfter(phone === before.phone ? before.textingMark : null, row.texting_blocked);
}

/** An empty cell for the source makes the source unknown. */
function consentOf(before: Customer, row: CustomerRow, now: Instant): Partial<Consent> {
  const source = row.consent_source === undefined ? undefined : (row.consent_source ?? 'unknown');
  return consentAfter(before, source, row.consent_captured_at ?? null, now);
}

function taken(column: 'email' | 'phone') {
  return { column, taken: (holder: string) => heldBy(customerHas(column), holder) };
}
