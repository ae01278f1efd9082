import { Shops } from '../access/shops.js';
import { area } from '../area.js';
import { Contacts } from '../comms/contacts.js';
import { CallThreads } from '../conversations/call-threads.js';
import { Announcer } from '../events/announcer.js';
import { ExpectMedia } from '../media/expect-media.js';
import { PhoneNumbers } from '../phone-numbers/phone-numbers.js';
import { Clock } from '../ports/clock.js';
import { Ids } from '../ports/ids.js';
import { UnitOfWork } from '../ports/unit-of-work.js';
import { provide } from '../provide.js';
import { Staff } from '../staff/staff.js';
import { AddCallPart } from './add-call-part.js';
import { BeginCall } from './begin-call.js';
import { CallReports } from './call-reports.js';
import { callEvents } from './call.events.js';
import { callKind } from './call.import.js';
import { linkRecording } from './link-recording.js';
import { listCalls } from './list-calls.js';
import { readCall } from './read-call.js';
import { readTranscript } from './read-transcript.js';
import { Calls } from './calls.js';
import { EndRinging } from './end-ringing.js';
import { KeptReports } from './kept-reports.js';
import { TakeCallReports } from './take-call-reports.js';

export const callsArea = area({
  name: 'calls',
  about: 'The phone log.',
  operations: [listCalls, readCall, readTranscript, linkRecording],
  importKinds: [callKind],
  events: [callEvents],
  shared: [
    provide(AddCallPart, AddCallPart, [Calls, Staff, ExpectMedia, Announcer, Clock]),
    provide(BeginCall, BeginCall, [
      Shops,
      PhoneNumbers,
      Contacts,
      Calls,
      CallThreads,
      KeptReports,
      AddCallPart,
      Announcer,
      Ids,
      Clock,
    ]),
    provide(CallReports, TakeCallReports, [
      Calls,
      BeginCall,
      AddCallPart,
      CallThreads,
      KeptReports,
      UnitOfWork,
      Announcer,
      Clock,
    ]),
  ],
  works: [provide(EndRinging, EndRinging, [Calls, UnitOfWork, Announcer, Clock])],
});
