// `npm run client` makes this file from the registry of operations.
import type { CallOptions } from './call.js';
import type {
  Account,
  Appointment,
  AppointmentsListInput,
  Assignee,
  Automation,
  AutomationRun,
  AutomationsCreateInput,
  AutomationsDeleteInput,
  AutomationsGetInput,
  AutomationsListInput,
  AutomationsRunsInput,
  AutomationsUpdateInput,
  Availability,
  BlockedNumber,
  BookingAvailabilityInput,
  BookingDepositDueInput,
  Call,
  CallsLinkRecordingInput,
  CallsListInput,
  CallsReadInput,
  CallsTranscriptInput,
  CapabilityAppointmentsListInput,
  CapabilityCustomersListInput,
  CapabilityInvoicesListInput,
  CapabilityJobsListInput,
  CapabilityLeadsListInput,
  CapabilityQuotesListInput,
  CapabilityStaffListInput,
  CommsCanContactInput,
  CommsCancelScheduledMessageInput,
  CommsListMessagesInput,
  CommsListScheduledMessagesInput,
  CommsResolveContactInput,
  CommsScheduleMessageInput,
  CommsSendTextInput,
  CommsSetTextingBlockInput,
  CommsUpdateScheduledMessageInput,
  ContactMatches,
  ContactPermission,
  Conversation,
  ConversationDetail,
  ConversationsChangeInput,
  ConversationsListInput,
  ConversationsReadInput,
  ConversationsUpdateInput,
  Customer,
  CustomerDetail,
  CustomersCreateInput,
  CustomersGetInput,
  CustomersListInput,
  CustomersPutInput,
  CustomersReadInput,
  CustomersUpdateInput,
  Delivery,
  DepositDue,
  EventType,
  EventsListInput,
  ExportsReadInput,
  FeedEvent,
  Invoice,
  InvoicesListInput,
  InvoicesReadInput,
  Job,
  JobsListInput,
  JobsMoveInput,
  JobsReadInput,
  Key,
  KeyWithToken,
  KeysListInput,
  KeysMintInput,
  KeysRevokeInput,
  Lead,
  LeadTimelineEntry,
  LeadsCreateInput,
  LeadsListInput,
  LeadsPutInput,
  LeadsReadInput,
  LeadsTimelineInput,
  LeadsUpdateInput,
  ListedCall,
  ListedConversation,
  ListedCustomer,
  ListedJob,
  ListedTask,
  Message,
  MessagesListInput,
  MessagesReadAttachmentInput,
  MessagesReadInput,
  NamedJob,
  NumbersAddInput,
  NumbersUpdateInput,
  OptoutsListInput,
  PhoneNumber,
  Quote,
  QuotesListInput,
  QuotesReadInput,
  RecordingLink,
  Review,
  ReviewsListInput,
  ScheduledMessage,
  Service,
  ServiceCategory,
  ServiceDetail,
  ServiceTier,
  ServicesGetInput,
  ServicesListInput,
  ServicesSetOnlineInput,
  ServicesTiersInput,
  ServicesUpdatePriceInput,
  Shop,
  ShopUpdateInput,
  StaffCreateInput,
  StaffMember,
  StaffUpdateInput,
  Task,
  TasksChangeInput,
  TasksCreateInput,
  TasksListInput,
  TasksPutInput,
  TasksReadInput,
  TasksUpdateInput,
  Transcript,
  Vehicle,
  VehiclesCreateInput,
  VehiclesListInput,
  VehiclesPutInput,
  VehiclesReadInput,
  VehiclesUpdateInput,
  Webhook,
  WebhookWithSecret,
  WebhooksCreateInput,
  WebhooksDeleteInput,
  WebhooksDeliveriesInput,
  WebhooksReadInput,
  WebhooksRedeliverInput,
  WebhooksRotateSecretInput,
  WebhooksTestInput,
  WebhooksUpdateInput,
  WrittenRule,
} from './document.js';
import type { Exported } from './exported.js';
import type { ChangesCall, List } from './list.js';
import type { Endpoint } from './outgoing.js';

/** The codes of refusals that the document has. */
export type DocumentedCode =
  | 'invalid_request'
  | 'unauthorized'
  | 'plan_lapsed'
  | 'org_suspended'
  | 'insufficient_scope'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'request_timeout'
  | 'conflict'
  | 'precondition_failed'
  | 'payload_too_large'
  | 'range_not_satisfiable'
  | 'validation_error'
  | 'rate_limited'
  | 'headers_too_large'
  | 'internal_error'
  | 'not_implemented'
  | 'unavailable';

/** The input of an operation that takes none. */
type Nothing = Readonly<Record<string, never>>;

export const OPERATIONS: Readonly<Record<string, Endpoint>> = {
  'account.read': { method: 'GET', path: '/me', answer: 'record' },
  'appointments.list': { method: 'GET', path: '/appointments', answer: 'list' },
  'automations.create': { method: 'POST', path: '/automations/create', answer: 'record', keyed: true },
  'automations.delete': { method: 'POST', path: '/automations/delete', answer: 'record', keyed: true },
  'automations.get': { method: 'POST', path: '/automations/get', answer: 'record' },
  'automations.list': { method: 'POST', path: '/automations/list', answer: 'list' },
  'automations.runs': { method: 'POST', path: '/automations/runs', answer: 'list' },
  'automations.update': { method: 'POST', path: '/automations/update', answer: 'record', keyed: true },
  'booking.availability': { method: 'POST', path: '/booking/availability', answer: 'record' },
  'booking.deposit_due': { method: 'POST', path: '/booking/deposit_due', answer: 'record' },
  'calls.link_recording': { method: 'GET', path: '/calls/{id}/recording', answer: 'record' },
  'calls.list': { method: 'GET', path: '/calls', answer: 'list' },
  'calls.read': { method: 'GET', path: '/calls/{id}', answer: 'record' },
  'calls.transcript': { method: 'GET', path: '/calls/{id}/transcript', answer: 'record' },
  'capability.appointments.list': { method: 'POST', path: '/appointments/list', answer: 'list' },
  'capability.customers.list': { method: 'POST', path: '/customers/list', answer: 'list' },
  'capability.invoices.list': { method: 'POST', path: '/invoices/list', answer: 'list' },
  'capability.jobs.list': { method: 'POST', path: '/jobs/list', answer: 'list' },
  'capability.leads.list': { method: 'POST', path: '/leads/list', answer: 'list' },
  'capability.quotes.list': { method: 'POST', path: '/quotes/list', answer: 'list' },
  'capability.staff.list': { method: 'POST', path: '/staff/list', answer: 'list' },
  'comms.can_contact': {
    method: 'POST',
    path: '/comms/can_contact',
    answer: 'record',
    names: { conversation_id: 'conversation' },
  },
  'comms.cancel_scheduled_message': { method: 'POST', path: '/comms/cancel_scheduled_message', answer: 'record', keyed: true },
  'comms.list_messages': {
    method: 'POST',
    path: '/comms/list_messages',
    answer: 'list',
    names: { conversation_id: 'conversation' },
  },
  'comms.list_scheduled_messages': {
    method: 'POST',
    path: '/comms/list_scheduled_messages',
    answer: 'list',
    names: { conversation_id: 'conversation' },
  },
  'comms.resolve_contact': { method: 'POST', path: '/comms/resolve_contact', answer: 'record' },
  'comms.schedule_message': {
    method: 'POST',
    path: '/comms/schedule_message',
    answer: 'record',
    keyed: true,
    names: { conversation_id: 'conversation' },
  },
  'comms.send_text': {
    method: 'POST',
    path: '/messages',
    answer: 'record',
    keyed: true,
    names: { conversation_id: 'conversation' },
  },
  'comms.set_texting_block': { method: 'POST', path: '/comms/set_texting_block', answer: 'record', keyed: true },
  'comms.update_scheduled_message': { method: 'POST', path: '/comms/update_scheduled_message', answer: 'record', keyed: true },
  'conversations.change': {
    method: 'POST',
    path: '/conversations/{id}',
    answer: 'record',
    keyed: true,
    names: { assigned_to: 'staff_id' },
  },
  'conversations.list': { method: 'GET', path: '/conversations', answer: 'list' },
  'conversations.read': { method: 'GET', path: '/conversations/{id}', answer: 'record' },
  'conversations.update': {
    method: 'POST',
    path: '/conversations/update',
    answer: 'record',
    keyed: true,
    names: { assigned_to: 'staff_id' },
  },
  'customers.create': { method: 'POST', path: '/customers', answer: 'record', keyed: true },
  'customers.get': { method: 'POST', path: '/customers/get', answer: 'record' },
  'customers.list': { method: 'GET', path: '/customers', answer: 'list' },
  'customers.put': { method: 'PUT', path: '/customers/by-external-id/{external_id}', answer: 'record', keyed: true },
  'customers.read': { method: 'GET', path: '/customers/{id}', answer: 'record' },
  'customers.update': { method: 'PATCH', path: '/customers/{id}', answer: 'record', keyed: true },
  'event_types.list': { method: 'GET', path: '/event-types', answer: 'list' },
  'events.list': { method: 'GET', path: '/events', answer: 'feed' },
  'exports.read': { method: 'GET', path: '/exports/{kind}', answer: 'lines', headers: { token: 'Export-Token' } },
  'invoices.list': { method: 'GET', path: '/invoices', answer: 'list' },
  'invoices.read': { method: 'GET', path: '/invoices/{id}', answer: 'record' },
  'jobs.list': { method: 'GET', path: '/jobs', answer: 'list' },
  'jobs.move': { method: 'PATCH', path: '/jobs/{id}', answer: 'record', keyed: true },
  'jobs.read': { method: 'GET', path: '/jobs/{id}', answer: 'record' },
  'keys.list': { method: 'POST', path: '/keys/list', answer: 'list' },
  'keys.mint': { method: 'POST', path: '/keys/mint', answer: 'record', keyed: true },
  'keys.revoke': { method: 'POST', path: '/keys/revoke', answer: 'record', keyed: true },
  'leads.create': { method: 'POST', path: '/leads', answer: 'record', keyed: true },
  'leads.list': { method: 'GET', path: '/leads', answer: 'list' },
  'leads.put': { method: 'PUT', path: '/leads/by-external-id/{external_id}', answer: 'record', keyed: true },
  'leads.read': { method: 'GET', path: '/leads/{id}', answer: 'record' },
  'leads.timeline': { method: 'GET', path: '/leads/{id}/timeline', answer: 'list' },
  'leads.update': { method: 'PATCH', path: '/leads/{id}', answer: 'record', keyed: true },
  'messages.list': { method: 'GET', path: '/messages', answer: 'list' },
  'messages.read': { method: 'GET', path: '/messages/{id}', answer: 'record' },
  'messages.read_attachment': { method: 'GET', path: '/messages/{id}/media/{n}', answer: 'file' },
  'numbers.add': { method: 'POST', path: '/numbers/add', answer: 'record', keyed: true },
  'numbers.update': { method: 'POST', path: '/numbers/update', answer: 'record', keyed: true },
  'optouts.list': { method: 'POST', path: '/optouts/list', answer: 'list' },
  'phone_numbers.list': { method: 'GET', path: '/phone-numbers', answer: 'list' },
  'quotes.list': { method: 'GET', path: '/quotes', answer: 'list' },
  'quotes.read': { method: 'GET', path: '/quotes/{id}', answer: 'record' },
  'reviews.list': { method: 'POST', path: '/reviews/list', answer: 'list' },
  'services.categories': { method: 'POST', path: '/services/categories', answer: 'list' },
  'services.get': { method: 'GET', path: '/services/{id}', answer: 'record' },
  'services.list': { method: 'GET', path: '/services', answer: 'list' },
  'services.set_online': { method: 'POST', path: '/services/set_online', answer: 'record', keyed: true },
  'services.tiers': { method: 'POST', path: '/services/tiers', answer: 'list' },
  'services.update_price': { method: 'POST', path: '/services/update_price', answer: 'record', keyed: true },
  'shop.get': { method: 'POST', path: '/shop/get', answer: 'record' },
  'shop.update': { method: 'POST', path: '/shop/update', answer: 'record', keyed: true },
  'staff.create': { method: 'POST', path: '/staff/create', answer: 'record', keyed: true },
  'staff.list': { method: 'GET', path: '/staff', answer: 'list' },
  'staff.update': { method: 'POST', path: '/staff/update', answer: 'record', keyed: true },
  'tasks.assignees': { method: 'POST', path: '/tasks/assignees', answer: 'list' },
  'tasks.change': { method: 'POST', path: '/tasks/{id}', answer: 'record', keyed: true, names: { assigned_to: 'staff_id' } },
  'tasks.create': {
    method: 'POST',
    path: '/tasks',
    answer: 'record',
    keyed: true,
    names: { conversation_id: 'conversation', assigned_to: 'staff_id' },
  },
  'tasks.list': { method: 'GET', path: '/tasks', answer: 'list' },
  'tasks.put': {
    method: 'PUT',
    path: '/tasks/by-external-id/{external_id}',
    answer: 'record',
    keyed: true,
    names: { conversation_id: 'conversation', assigned_to: 'staff_id' },
  },
  'tasks.read': { method: 'GET', path: '/tasks/{id}', answer: 'record' },
  'tasks.update': { method: 'POST', path: '/tasks/update', answer: 'record', keyed: true, names: { assigned_to: 'staff_id' } },
  'vehicles.create': { method: 'POST', path: '/vehicles', answer: 'record', keyed: true },
  'vehicles.list': { method: 'GET', path: '/vehicles', answer: 'list' },
  'vehicles.put': { method: 'PUT', path: '/vehicles/by-external-id/{external_id}', answer: 'record', keyed: true },
  'vehicles.read': { method: 'GET', path: '/vehicles/{id}', answer: 'record' },
  'vehicles.update': { method: 'PATCH', path: '/vehicles/{id}', answer: 'record', keyed: true },
  'webhooks.create': { method: 'POST', path: '/webhooks', answer: 'record', keyed: true },
  'webhooks.delete': { method: 'DELETE', path: '/webhooks/{id}', answer: 'nothing', once: true },
  'webhooks.deliveries': { method: 'GET', path: '/webhooks/{id}/deliveries', answer: 'list' },
  'webhooks.list': { method: 'GET', path: '/webhooks', answer: 'list' },
  'webhooks.read': { method: 'GET', path: '/webhooks/{id}', answer: 'record' },
  'webhooks.redeliver': {
    method: 'POST',
    path: '/webhooks/{id}/deliveries/{delivery_id}/redeliver',
    answer: 'record',
    keyed: true,
  },
  'webhooks.rotate_secret': { method: 'POST', path: '/webhooks/{id}/rotate-secret', answer: 'record', keyed: true },
  'webhooks.test': { method: 'POST', path: '/webhooks/{id}/test', answer: 'record', keyed: true },
  'webhooks.update': { method: 'PATCH', path: '/webhooks/{id}', answer: 'record', keyed: true },
};

/** The operations by the names that they have in the document. */
export interface Calls {
  /** Identify the shop and the key behind a request */
  'account.read': (input?: Nothing, options?: CallOptions) => Promise<Account>;
  /** List appointments */
  'appointments.list': (input?: AppointmentsListInput, options?: CallOptions) => List<Appointment, AppointmentsListInput>;
  /** Add a rule by which the shop acts by itself */
  'automations.create': (input: AutomationsCreateInput, options?: CallOptions) => Promise<WrittenRule>;
  /** Delete a rule */
  'automations.delete': (input: AutomationsDeleteInput, options?: CallOptions) => Promise<Automation>;
  /** Read one rule */
  'automations.get': (input: AutomationsGetInput, options?: CallOptions) => Promise<Automation>;
  /** List the rules by which the shop acts by itself */
  'automations.list': (input?: AutomationsListInput, options?: CallOptions) => List<Automation, AutomationsListInput>;
  /** List what a rule has done */
  'automations.runs': (input: AutomationsRunsInput, options?: CallOptions) => List<AutomationRun, AutomationsRunsInput>;
  /** Change a rule, or switch it on or off */
  'automations.update': (input: AutomationsUpdateInput, options?: CallOptions) => Promise<WrittenRule>;
  /** Find free times */
  'booking.availability': (input: BookingAvailabilityInput, options?: CallOptions) => Promise<Availability>;
  /** Compute a deposit */
  'booking.deposit_due': (input: BookingDepositDueInput, options?: CallOptions) => Promise<DepositDue>;
  /** Get a link to a call’s recording or voicemail */
  'calls.link_recording': (input: CallsLinkRecordingInput, options?: CallOptions) => Promise<RecordingLink>;
  /** List calls */
  'calls.list': ChangesCall<CallsListInput, ListedCall>;
  /** Read a call */
  'calls.read': (input: CallsReadInput, options?: CallOptions) => Promise<Call>;
  /** Read the transcript of a call */
  'calls.transcript': (input: CallsTranscriptInput, options?: CallOptions) => Promise<Transcript>;
  /** List appointments */
  'capability.appointments.list': (
    input?: CapabilityAppointmentsListInput,
    options?: CallOptions,
  ) => List<Appointment, CapabilityAppointmentsListInput>;
  /** Find customers */
  'capability.customers.list': (
    input?: CapabilityCustomersListInput,
    options?: CallOptions,
  ) => List<ListedCustomer, CapabilityCustomersListInput>;
  /** List invoices */
  'capability.invoices.list': (
    input?: CapabilityInvoicesListInput,
    options?: CallOptions,
  ) => List<Invoice, CapabilityInvoicesListInput>;
  /** List jobs */
  'capability.jobs.list': (input?: CapabilityJobsListInput, options?: CallOptions) => List<NamedJob, CapabilityJobsListInput>;
  /** List leads */
  'capability.leads.list': (input?: CapabilityLeadsListInput, options?: CallOptions) => List<Lead, CapabilityLeadsListInput>;
  /** List quotes */
  'capability.quotes.list': (input?: CapabilityQuotesListInput, options?: CallOptions) => List<Quote, CapabilityQuotesListInput>;
  /** List the people of the shop */
  'capability.staff.list': (
    input?: CapabilityStaffListInput,
    options?: CallOptions,
  ) => List<StaffMember, CapabilityStaffListInput>;
  /** Tell if a contact may be texted now */
  'comms.can_contact': (input?: CommsCanContactInput, options?: CallOptions) => Promise<ContactPermission>;
  /** Cancel a scheduled message */
  'comms.cancel_scheduled_message': (input: CommsCancelScheduledMessageInput, options?: CallOptions) => Promise<ScheduledMessage>;
  /** Read the messages of a thread */
  'comms.list_messages': (input: CommsListMessagesInput, options?: CallOptions) => List<Message, CommsListMessagesInput>;
  /** List scheduled messages */
  'comms.list_scheduled_messages': (
    input?: CommsListScheduledMessagesInput,
    options?: CallOptions,
  ) => List<ScheduledMessage, CommsListScheduledMessagesInput>;
  /** Find out who a contact is */
  'comms.resolve_contact': (input?: CommsResolveContactInput, options?: CallOptions) => Promise<ContactMatches>;
  /** Schedule a message */
  'comms.schedule_message': (input: CommsScheduleMessageInput, options?: CallOptions) => Promise<ScheduledMessage>;
  /** Send a text */
  'comms.send_text': (input: CommsSendTextInput, options?: CallOptions) => Promise<Message>;
  /** Block texts to a contact, or lift the block */
  'comms.set_texting_block': (input: CommsSetTextingBlockInput, options?: CallOptions) => Promise<ContactPermission>;
  /** Change a scheduled message */
  'comms.update_scheduled_message': (input: CommsUpdateScheduledMessageInput, options?: CallOptions) => Promise<ScheduledMessage>;
  /** Change one thing about a thread */
  'conversations.change': (input: ConversationsChangeInput, options?: CallOptions) => Promise<Conversation>;
  /** List threads */
  'conversations.list': ChangesCall<ConversationsListInput, ListedConversation>;
  /** Read a thread */
  'conversations.read': (input: ConversationsReadInput, options?: CallOptions) => Promise<ConversationDetail>;
  /** Close, snooze, mark or assign a thread */
  'conversations.update': (input: ConversationsUpdateInput, options?: CallOptions) => Promise<Conversation>;
  /** Create a customer */
  'customers.create': (input: CustomersCreateInput, options?: CallOptions) => Promise<Customer>;
  /** Read a customer with vehicles and open work */
  'customers.get': (input: CustomersGetInput, options?: CallOptions) => Promise<CustomerDetail>;
  /** List customers or look one up */
  'customers.list': ChangesCall<CustomersListInput, Customer>;
  /** Create or change a customer by your own id */
  'customers.put': (input: CustomersPutInput, options?: CallOptions) => Promise<Customer>;
  /** Read a customer */
  'customers.read': (input: CustomersReadInput, options?: CallOptions) => Promise<Customer>;
  /** Change a customer */
  'customers.update': (input: CustomersUpdateInput, options?: CallOptions) => Promise<Customer>;
  /** List the kinds of events */
  'event_types.list': (input?: Nothing, options?: CallOptions) => List<EventType, Nothing>;
  /** Read the feed of events */
  'events.list': (input?: EventsListInput, options?: CallOptions) => List<FeedEvent, EventsListInput>;
  /** Export all records of a kind */
  'exports.read': (input: ExportsReadInput, options?: CallOptions) => Promise<Exported>;
  /** List invoices */
  'invoices.list': ChangesCall<InvoicesListInput, Invoice>;
  /** Read an invoice */
  'invoices.read': (input: InvoicesReadInput, options?: CallOptions) => Promise<Invoice>;
  /** List jobs by cursor */
  'jobs.list': ChangesCall<JobsListInput, ListedJob>;
  /** Move a job to another stage */
  'jobs.move': (input: JobsMoveInput, options?: CallOptions) => Promise<Job>;
  /** Read a job */
  'jobs.read': (input: JobsReadInput, options?: CallOptions) => Promise<Job>;
  /** List the keys of the shop */
  'keys.list': (input?: KeysListInput, options?: CallOptions) => List<Key, KeysListInput>;
  /** Mint a key */
  'keys.mint': (input: KeysMintInput, options?: CallOptions) => Promise<KeyWithToken>;
  /** Revoke a key */
  'keys.revoke': (input: KeysRevokeInput, options?: CallOptions) => Promise<Key>;
  /** Create a lead */
  'leads.create': (input: LeadsCreateInput, options?: CallOptions) => Promise<Lead>;
  /** List leads */
  'leads.list': ChangesCall<LeadsListInput, Lead>;
  /** Create or change a lead by your own id */
  'leads.put': (input: LeadsPutInput, options?: CallOptions) => Promise<Lead>;
  /** Read a lead */
  'leads.read': (input: LeadsReadInput, options?: CallOptions) => Promise<Lead>;
  /** Read a lead’s timeline */
  'leads.timeline': (input: LeadsTimelineInput, options?: CallOptions) => List<LeadTimelineEntry, LeadsTimelineInput>;
  /** Change a lead */
  'leads.update': (input: LeadsUpdateInput, options?: CallOptions) => Promise<Lead>;
  /** List the messages of a thread, or of all since a time */
  'messages.list': ChangesCall<MessagesListInput, Message>;
  /** Read a message */
  'messages.read': (input: MessagesReadInput, options?: CallOptions) => Promise<Message>;
  /** Read an attachment of a message */
  'messages.read_attachment': (input: MessagesReadAttachmentInput, options?: CallOptions) => Promise<Response>;
  /** Add a line to the shop */
  'numbers.add': (input: NumbersAddInput, options?: CallOptions) => Promise<PhoneNumber>;
  /** Change a line of the shop */
  'numbers.update': (input: NumbersUpdateInput, options?: CallOptions) => Promise<PhoneNumber>;
  /** List the numbers that may not be texted */
  'optouts.list': (input?: OptoutsListInput, options?: CallOptions) => List<BlockedNumber, OptoutsListInput>;
  /** List the shop’s lines */
  'phone_numbers.list': (input?: Nothing, options?: CallOptions) => List<PhoneNumber, Nothing>;
  /** List quotes */
  'quotes.list': ChangesCall<QuotesListInput, Quote>;
  /** Read a quote */
  'quotes.read': (input: QuotesReadInput, options?: CallOptions) => Promise<Quote>;
  /** List reviews */
  'reviews.list': (input?: ReviewsListInput, options?: CallOptions) => List<Review, ReviewsListInput>;
  /** List the categories of the menu */
  'services.categories': (input?: Nothing, options?: CallOptions) => List<ServiceCategory, Nothing>;
  /** Get a service */
  'services.get': (input: ServicesGetInput, options?: CallOptions) => Promise<ServiceDetail>;
  /** List services */
  'services.list': (input?: ServicesListInput, options?: CallOptions) => List<Service, ServicesListInput>;
  /** Show or hide a service on the booking page */
  'services.set_online': (input: ServicesSetOnlineInput, options?: CallOptions) => Promise<ServiceDetail>;
  /** List a service’s prices by vehicle size */
  'services.tiers': (input: ServicesTiersInput, options?: CallOptions) => List<ServiceTier, ServicesTiersInput>;
  /** Change what a service costs */
  'services.update_price': (input: ServicesUpdatePriceInput, options?: CallOptions) => Promise<ServiceDetail>;
  /** Read the shop with its settings */
  'shop.get': (input?: Nothing, options?: CallOptions) => Promise<Shop>;
  /** Change the shop and its settings */
  'shop.update': (input?: ShopUpdateInput, options?: CallOptions) => Promise<Shop>;
  /** Add a person to the shop */
  'staff.create': (input: StaffCreateInput, options?: CallOptions) => Promise<StaffMember>;
  /** List the staff roster */
  'staff.list': (input?: Nothing, options?: CallOptions) => List<StaffMember, Nothing>;
  /** Change a person of the shop */
  'staff.update': (input: StaffUpdateInput, options?: CallOptions) => Promise<StaffMember>;
  /** List the teammates a task can be given to */
  'tasks.assignees': (input?: Nothing, options?: CallOptions) => List<Assignee, Nothing>;
  /** Change one thing about a task */
  'tasks.change': (input: TasksChangeInput, options?: CallOptions) => Promise<Task>;
  /** Add a task to the shop’s to-do queue */
  'tasks.create': (input: TasksCreateInput, options?: CallOptions) => Promise<Task>;
  /** List tasks */
  'tasks.list': ChangesCall<TasksListInput, ListedTask>;
  /** Create or change a task by your own id */
  'tasks.put': (input: TasksPutInput, options?: CallOptions) => Promise<Task>;
  /** Read a task */
  'tasks.read': (input: TasksReadInput, options?: CallOptions) => Promise<Task>;
  /** Change, assign or finish a task */
  'tasks.update': (input: TasksUpdateInput, options?: CallOptions) => Promise<Task>;
  /** Create a vehicle */
  'vehicles.create': (input: VehiclesCreateInput, options?: CallOptions) => Promise<Vehicle>;
  /** List vehicles or look one up by VIN or plate */
  'vehicles.list': ChangesCall<VehiclesListInput, Vehicle>;
  /** Create or change a vehicle by your own id */
  'vehicles.put': (input: VehiclesPutInput, options?: CallOptions) => Promise<Vehicle>;
  /** Read a vehicle */
  'vehicles.read': (input: VehiclesReadInput, options?: CallOptions) => Promise<Vehicle>;
  /** Correct a vehicle */
  'vehicles.update': (input: VehiclesUpdateInput, options?: CallOptions) => Promise<Vehicle>;
  /** Subscribe to the shop’s events */
  'webhooks.create': (input: WebhooksCreateInput, options?: CallOptions) => Promise<WebhookWithSecret>;
  /** Unsubscribe */
  'webhooks.delete': (input: WebhooksDeleteInput, options?: CallOptions) => Promise<void>;
  /** List the deliveries of a webhook */
  'webhooks.deliveries': (input: WebhooksDeliveriesInput, options?: CallOptions) => List<Delivery, WebhooksDeliveriesInput>;
  /** List the webhooks */
  'webhooks.list': (input?: Nothing, options?: CallOptions) => List<Webhook, Nothing>;
  /** Read a webhook */
  'webhooks.read': (input: WebhooksReadInput, options?: CallOptions) => Promise<Webhook>;
  /** Deliver an event again */
  'webhooks.redeliver': (input: WebhooksRedeliverInput, options?: CallOptions) => Promise<Delivery>;
  /** Give a webhook a new secret */
  'webhooks.rotate_secret': (input: WebhooksRotateSecretInput, options?: CallOptions) => Promise<WebhookWithSecret>;
  /** Send a test event to a webhook */
  'webhooks.test': (input: WebhooksTestInput, options?: CallOptions) => Promise<Delivery>;
  /** Change a webhook, or switch it on or off */
  'webhooks.update': (input: WebhooksUpdateInput, options?: CallOptions) => Promise<Webhook>;
}

/** The tree of methods. */
export class OperationTree {
  declare readonly account: {
    /** Identify the shop and the key behind a request: `GET /me` */
    readonly read: Calls['account.read'];
  };
  declare readonly appointments: {
    /** List appointments: `GET /appointments` */
    readonly list: Calls['appointments.list'];
  };
  declare readonly automations: {
    /** Add a rule by which the shop acts by itself: `POST /automations/create` */
    readonly create: Calls['automations.create'];
    /** Delete a rule: `POST /automations/delete` */
    readonly delete: Calls['automations.delete'];
    /** Read one rule: `POST /automations/get` */
    readonly get: Calls['automations.get'];
    /** List the rules by which the shop acts by itself: `POST /automations/list` */
    readonly list: Calls['automations.list'];
    /** List what a rule has done: `POST /automations/runs` */
    readonly runs: Calls['automations.runs'];
    /** Change a rule, or switch it on or off: `POST /automations/update` */
    readonly update: Calls['automations.update'];
  };
  declare readonly booking: {
    /** Find free times: `POST /booking/availability` */
    readonly availability: Calls['booking.availability'];
    /** Compute a deposit: `POST /booking/deposit_due` */
    readonly depositDue: Calls['booking.deposit_due'];
  };
  declare readonly calls: {
    /** Get a link to a call’s recording or voicemail: `GET /calls/{id}/recording` */
    readonly linkRecording: Calls['calls.link_recording'];
    /** List calls: `GET /calls` */
    readonly list: Calls['calls.list'];
    /** Read a call: `GET /calls/{id}` */
    readonly read: Calls['calls.read'];
    /** Read the transcript of a call: `GET /calls/{id}/transcript` */
    readonly transcript: Calls['calls.transcript'];
  };
  declare readonly capability: {
    readonly appointments: {
      /** List appointments: `POST /appointments/list` */
      readonly list: Calls['capability.appointments.list'];
    };
    readonly customers: {
      /** Find customers: `POST /customers/list` */
      readonly list: Calls['capability.customers.list'];
    };
    readonly invoices: {
      /** List invoices: `POST /invoices/list` */
      readonly list: Calls['capability.invoices.list'];
    };
    readonly jobs: {
      /** List jobs: `POST /jobs/list` */
      readonly list: Calls['capability.jobs.list'];
    };
    readonly leads: {
      /** List leads: `POST /leads/list` */
      readonly list: Calls['capability.leads.list'];
    };
    readonly quotes: {
      /** List quotes: `POST /quotes/list` */
      readonly list: Calls['capability.quotes.list'];
    };
    readonly staff: {
      /** List the people of the shop: `POST /staff/list` */
      readonly list: Calls['capability.staff.list'];
    };
  };
  declare readonly comms: {
    /** Tell if a contact may be texted now: `POST /comms/can_contact` */
    readonly canContact: Calls['comms.can_contact'];
    /** Cancel a scheduled message: `POST /comms/cancel_scheduled_message` */
    readonly cancelScheduledMessage: Calls['comms.cancel_scheduled_message'];
    /** Read the messages of a thread: `POST /comms/list_messages` */
    readonly listMessages: Calls['comms.list_messages'];
    /** List scheduled messages: `POST /comms/list_scheduled_messages` */
    readonly listScheduledMessages: Calls['comms.list_scheduled_messages'];
    /** Find out who a contact is: `POST /comms/resolve_contact` */
    readonly resolveContact: Calls['comms.resolve_contact'];
    /** Schedule a message: `POST /comms/schedule_message` */
    readonly scheduleMessage: Calls['comms.schedule_message'];
    /** Send a text: `POST /messages` */
    readonly sendText: Calls['comms.send_text'];
    /** Block texts to a contact, or lift the block: `POST /comms/set_texting_block` */
    readonly setTextingBlock: Calls['comms.set_texting_block'];
    /** Change a scheduled message: `POST /comms/update_scheduled_message` */
    readonly updateScheduledMessage: Calls['comms.update_scheduled_message'];
  };
  declare readonly conversations: {
    /** Change one thing about a thread: `POST /conversations/{id}` */
    readonly change: Calls['conversations.change'];
    /** List threads: `GET /conversations` */
    readonly list: Calls['conversations.list'];
    /** Read a thread: `GET /conversations/{id}` */
    readonly read: Calls['conversations.read'];
    /** Close, snooze, mark or assign a thread: `POST /conversations/update` */
    readonly update: Calls['conversations.update'];
  };
  declare readonly customers: {
    /** Create a customer: `POST /customers` */
    readonly create: Calls['customers.create'];
    /** Read a customer with vehicles and open work: `POST /customers/get` */
    readonly get: Calls['customers.get'];
    /** List customers or look one up: `GET /customers` */
    readonly list: Calls['customers.list'];
    /** Create or change a customer by your own id: `PUT /customers/by-external-id/{external_id}` */
    readonly put: Calls['customers.put'];
    /** Read a customer: `GET /customers/{id}` */
    readonly read: Calls['customers.read'];
    /** Change a customer: `PATCH /customers/{id}` */
    readonly update: Calls['customers.update'];
  };
  declare readonly eventTypes: {
    /** List the kinds of events: `GET /event-types` */
    readonly list: Calls['event_types.list'];
  };
  declare readonly events: {
    /** Read the feed of events: `GET /events` */
    readonly list: Calls['events.list'];
  };
  declare readonly exports: {
    /** Export all records of a kind: `GET /exports/{kind}` */
    readonly read: Calls['exports.read'];
  };
  declare readonly invoices: {
    /** List invoices: `GET /invoices` */
    readonly list: Calls['invoices.list'];
    /** Read an invoice: `GET /invoices/{id}` */
    readonly read: Calls['invoices.read'];
  };
  declare readonly jobs: {
    /** List jobs by cursor: `GET /jobs` */
    readonly list: Calls['jobs.list'];
    /** Move a job to another stage: `PATCH /jobs/{id}` */
    readonly move: Calls['jobs.move'];
    /** Read a job: `GET /jobs/{id}` */
    readonly read: Calls['jobs.read'];
  };
  declare readonly keys: {
    /** List the keys of the shop: `POST /keys/list` */
    readonly list: Calls['keys.list'];
    /** Mint a key: `POST /keys/mint` */
    readonly mint: Calls['keys.mint'];
    /** Revoke a key: `POST /keys/revoke` */
    readonly revoke: Calls['keys.revoke'];
  };
  declare readonly leads: {
    /** Create a lead: `POST /leads` */
    readonly create: Calls['leads.create'];
    /** List leads: `GET /leads` */
    readonly list: Calls['leads.list'];
    /** Create or change a lead by your own id: `PUT /leads/by-external-id/{external_id}` */
    readonly put: Calls['leads.put'];
    /** Read a lead: `GET /leads/{id}` */
    readonly read: Calls['leads.read'];
    /** Read a lead’s timeline: `GET /leads/{id}/timeline` */
    readonly timeline: Calls['leads.timeline'];
    /** Change a lead: `PATCH /leads/{id}` */
    readonly update: Calls['leads.update'];
  };
  declare readonly messages: {
    /** List the messages of a thread, or of all since a time: `GET /messages` */
    readonly list: Calls['messages.list'];
    /** Read a message: `GET /messages/{id}` */
    readonly read: Calls['messages.read'];
    /** Read an attachment of a message: `GET /messages/{id}/media/{n}` */
    readonly readAttachment: Calls['messages.read_attachment'];
  };
  declare readonly numbers: {
    /** Add a line to the shop: `POST /numbers/add` */
    readonly add: Calls['numbers.add'];
    /** Change a line of the shop: `POST /numbers/update` */
    readonly update: Calls['numbers.update'];
  };
  declare readonly optouts: {
    /** List the numbers that may not be texted: `POST /optouts/list` */
    readonly list: Calls['optouts.list'];
  };
  declare readonly phoneNumbers: {
    /** List the shop’s lines: `GET /phone-numbers` */
    readonly list: Calls['phone_numbers.list'];
  };
  declare readonly quotes: {
    /** List quotes: `GET /quotes` */
    readonly list: Calls['quotes.list'];
    /** Read a quote: `GET /quotes/{id}` */
    readonly read: Calls['quotes.read'];
  };
  declare readonly reviews: {
    /** List reviews: `POST /reviews/list` */
    readonly list: Calls['reviews.list'];
  };
  declare readonly services: {
    /** List the categories of the menu: `POST /services/categories` */
    readonly categories: Calls['services.categories'];
    /** Get a service: `GET /services/{id}` */
    readonly get: Calls['services.get'];
    /** List services: `GET /services` */
    readonly list: Calls['services.list'];
    /** Show or hide a service on the booking page: `POST /services/set_online` */
    readonly setOnline: Calls['services.set_online'];
    /** List a service’s prices by vehicle size: `POST /services/tiers` */
    readonly tiers: Calls['services.tiers'];
    /** Change what a service costs: `POST /services/update_price` */
    readonly updatePrice: Calls['services.update_price'];
  };
  declare readonly shop: {
    /** Read the shop with its settings: `POST /shop/get` */
    readonly get: Calls['shop.get'];
    /** Change the shop and its settings: `POST /shop/update` */
    readonly update: Calls['shop.update'];
  };
  declare readonly staff: {
    /** Add a person to the shop: `POST /staff/create` */
    readonly create: Calls['staff.create'];
    /** List the staff roster: `GET /staff` */
    readonly list: Calls['staff.list'];
    /** Change a person of the shop: `POST /staff/update` */
    readonly update: Calls['staff.update'];
  };
  declare readonly tasks: {
    /** List the teammates a task can be given to: `POST /tasks/assignees` */
    readonly assignees: Calls['tasks.assignees'];
    /** Change one thing about a task: `POST /tasks/{id}` */
    readonly change: Calls['tasks.change'];
    /** Add a task to the shop’s to-do queue: `POST /tasks` */
    readonly create: Calls['tasks.create'];
    /** List tasks: `GET /tasks` */
    readonly list: Calls['tasks.list'];
    /** Create or change a task by your own id: `PUT /tasks/by-external-id/{external_id}` */
    readonly put: Calls['tasks.put'];
    /** Read a task: `GET /tasks/{id}` */
    readonly read: Calls['tasks.read'];
    /** Change, assign or finish a task: `POST /tasks/update` */
    readonly update: Calls['tasks.update'];
  };
  declare readonly vehicles: {
    /** Create a vehicle: `POST /vehicles` */
    readonly create: Calls['vehicles.create'];
    /** List vehicles or look one up by VIN or plate: `GET /vehicles` */
    readonly list: Calls['vehicles.list'];
    /** Create or change a vehicle by your own id: `PUT /vehicles/by-external-id/{external_id}` */
    readonly put: Calls['vehicles.put'];
    /** Read a vehicle: `GET /vehicles/{id}` */
    readonly read: Calls['vehicles.read'];
    /** Correct a vehicle: `PATCH /vehicles/{id}` */
    readonly update: Calls['vehicles.update'];
  };
  declare readonly webhooks: {
    /** Subscribe to the shop’s events: `POST /webhooks` */
    readonly create: Calls['webhooks.create'];
    /** Unsubscribe: `DELETE /webhooks/{id}` */
    readonly delete: Calls['webhooks.delete'];
    /** List the deliveries of a webhook: `GET /webhooks/{id}/deliveries` */
    readonly deliveries: Calls['webhooks.deliveries'];
    /** List the webhooks: `GET /webhooks` */
    readonly list: Calls['webhooks.list'];
    /** Read a webhook: `GET /webhooks/{id}` */
    readonly read: Calls['webhooks.read'];
    /** Deliver an event again: `POST /webhooks/{id}/deliveries/{delivery_id}/redeliver` */
    readonly redeliver: Calls['webhooks.redeliver'];
    /** Give a webhook a new secret: `POST /webhooks/{id}/rotate-secret` */
    readonly rotateSecret: Calls['webhooks.rotate_secret'];
    /** Send a test event to a webhook: `POST /webhooks/{id}/test` */
    readonly test: Calls['webhooks.test'];
    /** Change a webhook, or switch it on or off: `PATCH /webhooks/{id}` */
    readonly update: Calls['webhooks.update'];
  };
}
