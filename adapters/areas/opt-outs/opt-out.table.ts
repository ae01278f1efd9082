import type { OptOut } from '../../../domain/texting/opt-out.js';
import { flag, instant, integer, orNull, shopKey, table, text, type Stored } from '../../storage/tables/table.js';

export const optOutTable = table<Stored<OptOut>>('opt_outs', {
  shopId: shopKey,
  number: { ...text(), primary: true },
  source: text(),
  staffToo: { ...flag('staff_too'), default: false },
  since: instant('since'),
  liftedAt: orNull(instant('lifted_at')),
  consentEndedAt: orNull(instant('consent_ended_at')),
  line: orNull(text()),
  note: orNull(text()),
  version: integer(),
});
