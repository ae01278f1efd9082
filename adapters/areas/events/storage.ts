import { EventFeed } from '../../../application/areas/events/event-feed.js';
import { EventHistory } from '../../../application/areas/events/event-history.js';
import { EventCatalogue } from '../../../application/kernel/events/event-catalogue.js';
import { provide } from '../../../application/kernel/provide.js';
import { EventFeed1795403300000 } from '../../migrations/1795403300000-event-feed.js';
import { Database } from '../../storage/database.js';
import { storage } from '../../storage/storage.js';
import { PostgresEventAnnouncer, PostgresEventArrivals } from './postgres-event-arrivals.js';
import { PostgresEventFeed, prunedEventsTable } from './postgres-event-feed.js';
import { PostgresEventHistory } from './postgres-event-history.js';

export const eventsStorage = storage({
  migrations: [EventFeed1795403300000],
  tables: [prunedEventsTable],
  impersonal: [prunedEventsTable],
  followers: [provide(PostgresEventAnnouncer, PostgresEventAnnouncer, [])],
  provides: [
    provide(EventFeed, PostgresEventFeed, [Database, EventCatalogue]),
    provide(EventHistory, PostgresEventHistory, [Database]),
    provide(PostgresEventArrivals, PostgresEventArrivals, []),
  ],
});
