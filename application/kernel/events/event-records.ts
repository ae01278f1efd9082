import type { areas } from '../../areas/areas.js';
import type { EventKinds } from './event-kinds.js';

type Declared = (typeof areas)[number]['events'][number];
type KindOf<Kinds> = Kinds extends EventKinds<infer _, infer Kind> ? Kind : never;
type RecordOf<Kinds, Kind> = Kinds extends EventKinds<infer T, infer Known> ? (Kind extends Known ? T : never) : never;

/** The kinds of events of a list, each with the record that it is about. */
export type RecordsOf<Kinds> = { readonly [Kind in KindOf<Kinds>]: RecordOf<Kinds, Kind> };

/**
 * Each kind of event with the record that it is about. An extension adds the kinds of its own areas:
 * `declare module '…/event-records.js' { interface EventRecords extends RecordsOf<typeof loanerEvents> {} }`.
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- an extension can add to an interface, but not to a type
export interface EventRecords extends RecordsOf<Declared> {}
