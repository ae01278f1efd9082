import { Announcer } from '../../kernel/events/announcer.js';
import { EventCatalogue } from '../../kernel/events/event-catalogue.js';
import { Clock } from '../../kernel/ports/clock.js';
import { Ids } from '../../kernel/ports/ids.js';
import { Log } from '../../kernel/ports/log.js';
import { UnitOfWork } from '../../kernel/ports/unit-of-work.js';
import { provide } from '../../kernel/provide.js';
import { Shops } from '../access/shops.js';
import { Appointments } from '../appointments/appointments.js';
import { Contacts } from '../comms/contacts.js';
import { Conversations } from '../conversations/conversations.js';
import { TextThreads } from '../conversations/text-threads.js';
import { Leads } from '../leads/leads.js';
import { ScheduledMessages } from '../scheduled-messages/scheduled-messages.js';
import { Staff } from '../staff/staff.js';
import { Tasks } from '../tasks/tasks.js';
import { TextRecipients } from '../texting/text-recipients.js';
import { TextingRules } from '../texting/texting-rules.js';
import { AssignStep } from './assign-step.js';
import { Automations } from './automations.js';
import { BeginRun } from './begin-run.js';
import { CarryOutStep } from './carry-out-step.js';
import { CreateTaskStep } from './create-task-step.js';
import { RuleAppointments } from './rule-appointments.js';
import { RuleLeads } from './rule-leads.js';
import { RuleRecipients } from './rule-recipients.js';
import { RunAutomation } from './run-automation.js';
import { RunDepths } from './run-depths.js';
import { RunWaitingStep } from './run-waiting-step.js';
import { ScheduleTextStep } from './schedule-text-step.js';
import { SendTextStep } from './send-text-step.js';
import { SetFollowupStep } from './set-followup-step.js';
import { StartedRuns } from './started-runs.js';
import { Steps } from './steps.js';

/** The classes that carry out the rules. */
export const runParts = [
  provide(RuleAppointments, RuleAppointments, [Appointments]),
  provide(RuleLeads, RuleLeads, [Leads, Announcer]),
  provide(RuleRecipients, RuleRecipients, [TextRecipients, Conversations, Leads, Contacts]),
  provide(RunDepths, RunDepths, [StartedRuns, ScheduledMessages]),
  provide(CreateTaskStep, CreateTaskStep, [Tasks, Staff, Conversations, Leads, Ids, Announcer]),
  provide(ScheduleTextStep, ScheduleTextStep, [ScheduledMessages, Ids, Announcer]),
  provide(SendTextStep, SendTextStep, [RuleRecipients, TextingRules, TextThreads, ScheduleTextStep, Ids]),
  provide(AssignStep, AssignStep, [RuleLeads, Tasks, Conversations, Staff, Announcer]),
  provide(SetFollowupStep, SetFollowupStep, [RuleRecipients, RuleLeads]),
  provide(Steps, Steps, [CreateTaskStep, SendTextStep, AssignStep, SetFollowupStep]),
  provide(BeginRun, BeginRun, [Automations, StartedRuns, RuleAppointments, RunDepths, Ids, Clock, Log]),
  provide(CarryOutStep, CarryOutStep, [Automations, StartedRuns, RuleAppointments, Steps, UnitOfWork, Clock, EventCatalogue]),
];

/** The work of the queue on runs, and on steps that have waited. */
export const runWorks = [
  provide(RunAutomation, RunAutomation, [Shops, StartedRuns, BeginRun, CarryOutStep]),
  provide(RunWaitingStep, RunWaitingStep, [Shops, StartedRuns, CarryOutStep]),
];
