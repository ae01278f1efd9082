import { area } from '../area.js';
import { callEvents } from './call.events.js';
import { callKind } from './call.import.js';
import { linkRecording } from './link-recording.js';
import { listCalls } from './list-calls.js';
import { readCall } from './read-call.js';
import { readTranscript } from './read-transcript.js';

export const callsArea = area({
  name: 'calls',
  about: 'The phone log.',
  operations: [listCalls, readCall, readTranscript, linkRecording],
  importKinds: [callKind],
  events: [callEvents],
});
