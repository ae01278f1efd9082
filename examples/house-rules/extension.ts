import { createCustomer } from 'shop-operations-api/application/areas/customers/create-customer.js';
import { Customers } from 'shop-operations-api/application/areas/customers/customers.js';
import { when } from 'shop-operations-api/application/kernel/events/reaction.js';
import { createLead } from 'shop-operations-api/application/areas/leads/create-lead.js';
import { Leads } from 'shop-operations-api/application/areas/leads/leads.js';
import { before } from 'shop-operations-api/application/kernel/operation/guard.js';
import { Clock } from 'shop-operations-api/application/kernel/ports/ports.js';
import { Ids } from 'shop-operations-api/application/kernel/ports/ports.js';
import { provide } from 'shop-operations-api/application/kernel/provide.js';
import { extension } from 'shop-operations-api/infrastructure/extensions/extension.js';
import { BlockedDomains } from './blocked-domains.js';
import { ListedDomains } from './listed-domains.js';
import { NoteCompletedTask } from './note-completed-task.js';
import { RefuseBlockedDomains } from './refuse-blocked-domains.js';

export const houseRules = extension({
  name: 'house-rules',
  about: 'Refuses leads and customers of blocked mail domains, and notes a done task on its lead.',
  guards: [
    before(createLead, RefuseBlockedDomains, [BlockedDomains], ['validation_error']),
    before(createCustomer, RefuseBlockedDomains, [BlockedDomains], ['validation_error']),
  ],
  reactions: [when('task.completed', NoteCompletedTask, [Customers, Leads, Ids, Clock])],
  provides: [provide(BlockedDomains, ListedDomains, [])],
});
