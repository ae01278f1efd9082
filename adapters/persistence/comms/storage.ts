import { Contacts } from '../../../application/comms/contacts.js';
import { provide } from '../../../application/provide.js';
import { Database } from '../connection/database.js';
import { storage } from '../storage.js';
import { PostgresContacts } from './postgres-contacts.js';

export const commsStorage = storage({ provides: [provide(Contacts, PostgresContacts, [Database])] });
