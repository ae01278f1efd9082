import { HeldWork } from '../../../application/areas/outgoing/held-work.js';
import { PAUSES_KEPT_MS } from '../../../application/areas/outgoing/pauses.js';
import { Clock } from '../../../application/kernel/ports/ports.js';
import { provide } from '../../../application/kernel/provide.js';
import { OutgoingPauses1795460000000 } from '../../migrations/1795460000000-outgoing-pauses.js';
import { Database } from '../../storage/database.js';
import { storage } from '../../storage/storage.js';
import { pauseTable } from './pause.entity.js';
import { PostgresHeldWork } from './postgres-held-work.js';
import { PostgresPauses } from './postgres-pauses.js';
import { RememberedPauses } from './remembered-pauses.js';

export const outgoingStorage = storage({
  migrations: [OutgoingPauses1795460000000],
  tables: [pauseTable],
  kept: [{ table: pauseTable, since: 'until', keptMs: PAUSES_KEPT_MS }],
  impersonal: [pauseTable],
  provides: [
    provide(PostgresPauses, PostgresPauses, [Database, Clock]),
    provide(RememberedPauses, RememberedPauses, [PostgresPauses]),
    provide(HeldWork, PostgresHeldWork, [Database]),
  ],
});
