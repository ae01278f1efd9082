import { area } from '../../kernel/area.js';
import { Announcer } from '../../kernel/events/announcer.js';
import { Clock, Ids, Log, UnitOfWork } from '../../kernel/ports/ports.js';
import { provide } from '../../kernel/provide.js';
import { CallThreads } from '../inbox/call-threads.js';
import { ExpectMedia } from '../media/expect-media.js';
import { AddressedShop, PhoneNumbers } from '../phone-numbers/phone-numbers.js';
import { Staff } from '../staff/staff.js';
import { AddCallPart } from './add-call-part.js';
import { BeginCall } from './begin-call.js';
import { CaughtUp } from '../texting/caught-up.js';
import { CallProvider } from './call-provider.js';
import { CallReports } from './call-reports.js';
import { callKind } from './call.import.js';
import { callEvents } from './call.view.js';
import { Calls, KeptReports } from './calls.js';
import { CatchUpCalls } from './catch-up-calls.js';
import { ChangeCall } from './change-call.js';
import { EndForgottenCall } from './end-forgotten-call.js';
import { linkRecording } from './link-recording.js';
import { listCalls } from './list-calls.js';
import { getCall } from './get-call.js';
import { readTranscript } from './read-transcript.js';
import { CallParts, TakeCallReports } from './take-call-reports.js';

export const callsArea = area({
  name: 'calls',
  about: 'The phone log.',
  operations: [listCalls, getCall, readTranscript, linkRecording],
  importKinds: [callKind],
  events: [callEvents],
  shared: [
    provide(ChangeCall, ChangeCall, [Calls, CallThreads, Announcer, Clock]),
    provide(AddCallPart, AddCallPart, [ChangeCall, Staff, PhoneNumbers, ExpectMedia, Clock]),
    provide(CallParts, CallParts, [AddCallPart, KeptReports, Clock]),
    provide(BeginCall, BeginCall, [AddressedShop, Calls, CallThreads, CallParts, Announcer, Ids, Clock]),
    provide(CallReports, TakeCallReports, [Calls, BeginCall, ChangeCall, CallParts, UnitOfWork, Clock]),
  ],
  works: [
    provide(CatchUpCalls, CatchUpCalls, [CallProvider, CallReports, CaughtUp, Clock, Log]),
    provide(EndForgottenCall, EndForgottenCall, [Calls, ChangeCall, UnitOfWork, Announcer, Clock]),
  ],
});
