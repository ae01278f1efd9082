import { Announcer } from '../../kernel/events/announcer.js';
import { EventCatalogue } from '../../kernel/events/event-catalogue.js';
import { Clock, Ids, Log, UnitOfWork } from '../../kernel/ports/ports.js';
import { provide } from '../../kernel/provide.js';
import { SettingsOfShops, Shops } from '../access/shops.js';
import { Appointments } from '../appointments/appointments.js';
import { Contacts } from '../inbox/contacts.js';
import { Conversations } from '../inbox/conversations.js';
import { TextThreads } from '../inbox/text-threads.js';
import { Leads } from '../leads/leads.js';
import { Staff } from '../staff/staff.js';
import { Tasks } from '../tasks/tasks.js';
import { ScheduledMessages } from '../texting/scheduled-messages.js';
import { TextRecipients } from '../texting/text-recipients.js';
import { TextingRules } from '../texting/texting-rules.js';
import { Automations } from './automations.js';
import { BeginRun } from './begin-run.js';
import { RunData } from './run-data.js';
import { ExecuteStep, RunWaitingStep } from './execute-step.js';
import { ExecuteCreateTaskStep } from './create-task-step.js';
import { RunAutomation, RunDepths } from './run-automation.js';
import { StartedRuns } from './started-runs.js';
import { ExecuteAssignStep, ExecuteSetFollowupStep, Steps } from './steps.js';
import { RuleAppointments, RuleLeads } from './subject.js';
import { RuleRecipients, ScheduleTextStep, ExecuteSendTextStep } from './text-steps.js';

/** The classes that carry out the rules. */
export const runParts = [
  provide(RuleAppointments, RuleAppointments, [Appointments]),
  provide(RuleLeads, RuleLeads, [Leads, Announcer]),
  provide(RuleRecipients, RuleRecipients, [TextRecipients, Conversations, Leads, Contacts]),
  provide(RunDepths, RunDepths, [StartedRuns, ScheduledMessages]),
  provide(ExecuteCreateTaskStep, ExecuteCreateTaskStep, [Tasks, Staff, Conversations, Leads, Ids, Announcer]),
  provide(ScheduleTextStep, ScheduleTextStep, [ScheduledMessages, Ids, Announcer]),
  provide(ExecuteSendTextStep, ExecuteSendTextStep, [RuleRecipients, TextingRules, TextThreads, ScheduleTextStep, Ids]),
  provide(ExecuteAssignStep, ExecuteAssignStep, [RuleLeads, Tasks, Conversations, Staff, Announcer]),
  provide(ExecuteSetFollowupStep, ExecuteSetFollowupStep, [RuleRecipients, RuleLeads]),
  provide(Steps, Steps, [ExecuteCreateTaskStep, ExecuteSendTextStep, ExecuteAssignStep, ExecuteSetFollowupStep]),
  provide(BeginRun, BeginRun, [Automations, StartedRuns, RunData, RunDepths, Ids, Clock, Log]),
  provide(RunData, RunData, [RuleAppointments, SettingsOfShops]),
  provide(ExecuteStep, ExecuteStep, [Automations, StartedRuns, RuleAppointments, Steps, UnitOfWork, Clock, EventCatalogue]),
];

/** The work of the queue on runs, and on steps that have waited. */
export const runWorks = [
  provide(RunAutomation, RunAutomation, [Shops, StartedRuns, BeginRun, ExecuteStep]),
  provide(RunWaitingStep, RunWaitingStep, [Shops, StartedRuns, ExecuteStep]),
];
