import { EventCatalogue } from '../../../application/events/event-catalogue.js';
import { EventFeed } from '../../../application/events/event-feed.js';
import { provide } from '../../../application/provide.js';
import { Database } from '../connection/database.js';
import { storage } from '../storage.js';
import { EventFeed1795403300000 } from './1795403300000-event-feed.js';
import { PostgresEventAnnouncer } from './postgres-event-announcer.js';
import { PostgresEventArrivals } from './postgres-event-arrivals.js';
import { PostgresEventFeed } from './postgres-event-feed.js';
import { prunedEventsTable } from './pruned-events.table.js';

export const eventsStorage = storage({
  migrations: [EventFeed1795403300000],
  tables: [prunedEventsTable],
  impersonal: [prunedEventsTable],
  followers: [provide(PostgresEventAnnouncer, PostgresEventAnnouncer, [])],
  provides: [
    provide(EventFeed, PostgresEventFeed, [Database, EventCatalogue]),
    provide(PostgresEventArrivals, PostgresEventArrivals, []),
  ],
});
