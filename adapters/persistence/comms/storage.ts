import { Contacts } from '../../../application/comms/contacts.js';
import { NumberDigests } from '../../../application/ports/number-digests.js';
import { provide } from '../../../application/provide.js';
import { TextingFacts } from '../../../application/texting/texting-facts.js';
import { Database } from '../connection/database.js';
import { storage } from '../storage.js';
import { PostgresContacts } from './postgres-contacts.js';
import { PostgresTextingFacts } from './postgres-texting-facts.js';

export const commsStorage = storage({
  provides: [
    provide(Contacts, PostgresContacts, [Database]),
    provide(TextingFacts, PostgresTextingFacts, [Database, NumberDigests]),
  ],
});
