import { Contacts } from '../../../application/areas/comms/contacts.js';
import { TextingFacts } from '../../../application/areas/texting/texting-facts.js';
import { NumberDigests } from '../../../application/kernel/ports/number-digests.js';
import { provide } from '../../../application/kernel/provide.js';
import { Database } from '../../storage/database.js';
import { storage } from '../../storage/storage.js';
import { PostgresContacts } from './postgres-contacts.js';
import { PostgresTextingFacts } from './postgres-texting-facts.js';

export const commsStorage = storage({
  provides: [
    provide(Contacts, PostgresContacts, [Database]),
    provide(TextingFacts, PostgresTextingFacts, [Database, NumberDigests]),
  ],
});
