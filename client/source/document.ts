// `npm run client` makes this file from the registry of operations.
export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Account: {
            shop: {
                /**
                 * Format: uuid
                 * @description Shop id.
                 */
                id: string;
                /** @description Shop name. */
                name: string;
                /** @description The IANA name of the shop’s time zone. */
                timezone: string;
                /** @description The shop’s country (ISO 3166-1 alpha-2). A phone number without a country code is of this country. */
                country: string;
                /** @description The currency of all amounts (ISO 4217). */
                currency: string;
            };
            key: {
                /**
                 * Format: uuid
                 * @description Key id, as in the `cause` of events.
                 */
                id: string;
                /** @description The name that it was minted with. */
                name: string;
                /**
                 * @description Fixed when the key is minted.
                 * @enum {string}
                 */
                scope: "read" | "full";
                /**
                 * Format: date-time
                 * @description Null if the key never expires. Otherwise a time in the future.
                 */
                expires_at: string | null;
            };
        };
        AppointmentsListInput: {
            /**
             * Format: date-time
             * @description The start of the time range, inclusive. Default: now.
             */
            from?: string;
            /**
             * Format: date-time
             * @description The end of the time range, exclusive. Default: 7 days after `from`. At most 92 days after `from`.
             */
            to?: string;
            /** @description An `id` or `user_id` from `GET /staff`. */
            assignee_id?: string;
            /** @description The `id` of a customer. */
            customer_id?: string;
            /**
             * @description Left out: any.
             * @enum {string}
             */
            status?: "scheduled" | "in_progress" | "completed" | "canceled";
            /**
             * @description Page size. A number is clamped to 1 to 100. Anything else counts as 25.
             * @default 25
             */
            limit?: number;
            /** @description The `meta.next_cursor` of the page before, unchanged. */
            cursor?: string;
        };
        Appointment: {
            /**
             * Format: uuid
             * @description The id of the appointment’s job.
             */
            id: string;
            /** Format: uuid */
            job_id: string;
            /** @description The job’s shop-visible number. */
            number: number;
            title: string | null;
            /** Format: date-time */
            starts_at: string;
            /**
             * Format: date-time
             * @description Null if the job has no end.
             */
            ends_at: string | null;
            /**
             * @description Derived from the stage.
             * @enum {string}
             */
            status: "scheduled" | "in_progress" | "completed" | "canceled";
            /** @enum {string} */
            stage: "lead" | "scheduled" | "in_progress" | "curing" | "qa" | "ready" | "completed" | "canceled";
            /**
             * Format: uuid
             * @description The profile `id` of a staff row.
             */
            assignee_id: string | null;
            bay: string | null;
            /** @description The address of a mobile job. */
            location_address: string | null;
            customer: {
                /** Format: uuid */
                id: string;
                /** @description A dash if the record has no name. */
                name: string;
                /** @description E.164. */
                phone: string | null;
                email: string | null;
            };
            vehicle: {
                /** Format: uuid */
                id: string;
                /** @description Year, make, model and trim. */
                label: string | null;
                license_plate: string | null;
                vin: string | null;
            } | null;
            /** Format: date-time */
            created_at: string;
        };
        AutomationsCreateInput: {
            /** @description A name for the staff. */
            name: string;
            /**
             * @description Whether it runs.
             * @default true
             */
            enabled?: boolean;
            /** @description An event such as `lead.created`, or a time: `{before: "appointment", hours: 24}`, `{after: "job.completed", days: 3}`. */
            on: string | {
                /** @description Or `hours`. */
                minutes?: number;
                /** @description Or `days`. */
                hours?: number;
                /** @description Of 24 hours. */
                days?: number;
                /**
                 * @description Before its start.
                 * @enum {string}
                 */
                before?: "appointment";
                /** @description After this event, or `job.completed`. */
                after?: string;
            };
            /** @description All must hold. */
            when?: {
                /** @description A path in the event’s data, such as `previous.status`, or on the shop’s clocks `event.local_time` (`18:30`), `event.weekday` (`mon`), `event.open`. */
                field: string;
                /**
                 * @description How it compares.
                 * @enum {string}
                 */
                is: "eq" | "ne" | "in" | "lt" | "gt" | "contains" | "exists";
                /** @description For `in` a list. */
                value?: string | number | boolean | (string | number | boolean)[];
            }[];
            /** @description Steps, in order. */
            do: {
                /**
                 * @description The act.
                 * @enum {string}
                 */
                step: "create_task" | "send_text" | "assign" | "set_followup";
                /** @description Of a task; `{{name}}` is replaced by that field of the data. */
                title?: string;
                /** @description Of a task, with fields. */
                notes?: string;
                /**
                 * @description Of a task.
                 * @enum {string}
                 */
                priority?: "low" | "normal" | "high";
                /**
                 * Format: uuid
                 * @description A `staff_id` from `POST /tasks/assignees`. To `assign`, or for a task.
                 */
                staff_id?: string;
                /** @description When the task or the follow-up is due. */
                due_in?: {
                    /** @description Or `hours`. */
                    minutes?: number;
                    /** @description Or `days`. */
                    hours?: number;
                    /** @description Of 24 hours. */
                    days?: number;
                };
                /** @description Of a text, with fields. */
                body?: string;
                /** @description Its wait, counted from the event. */
                after?: {
                    /** @description Or `hours`. */
                    minutes?: number;
                    /** @description Or `days`. */
                    hours?: number;
                    /** @description Of 24 hours. */
                    days?: number;
                };
                /** @description Events about the contact that cancel it while it waits. */
                unless?: ("message.received" | "call.completed" | "call.missed" | "lead.status_changed" | "job.stage_changed" | "appointment.changed" | "task.completed")[];
            }[];
        };
        WrittenRule: {
            /** Format: uuid */
            id: string;
            name: string;
            enabled: boolean;
            /** @description What starts it. */
            on: string | {
                /** @description Or `hours`. */
                minutes?: number;
                /** @description Or `days`. */
                hours?: number;
                /** @description Of 24 hours. */
                days?: number;
                /**
                 * @description Before its start.
                 * @enum {string}
                 */
                before?: "appointment";
                /** @description After this event, or `job.completed`. */
                after?: string;
            };
            /** @description Why the service switched it off. */
            disabled_reason: string | null;
            /** @description All of these must hold. */
            when: {
                /** @description A path in the event’s data, such as `previous.status`, or on the shop’s clocks `event.local_time` (`18:30`), `event.weekday` (`mon`), `event.open`. */
                field: string;
                /**
                 * @description How it compares.
                 * @enum {string}
                 */
                is: "eq" | "ne" | "in" | "lt" | "gt" | "contains" | "exists";
                /** @description For `in` a list. */
                value?: string | number | boolean | (string | number | boolean)[];
            }[];
            /** @description The steps, in order. */
            do: {
                /**
                 * @description The act.
                 * @enum {string}
                 */
                step: "create_task" | "send_text" | "assign" | "set_followup";
                /** @description Of a task; `{{name}}` is replaced by that field of the data. */
                title?: string;
                /** @description Of a task, with fields. */
                notes?: string;
                /**
                 * @description Of a task.
                 * @enum {string}
                 */
                priority?: "low" | "normal" | "high";
                /**
                 * Format: uuid
                 * @description A `staff_id` from `POST /tasks/assignees`. To `assign`, or for a task.
                 */
                staff_id?: string;
                /** @description When the task or the follow-up is due. */
                due_in?: {
                    /** @description Or `hours`. */
                    minutes?: number;
                    /** @description Or `days`. */
                    hours?: number;
                    /** @description Of 24 hours. */
                    days?: number;
                };
                /** @description Of a text, with fields. */
                body?: string;
                /** @description Its wait, counted from the event. */
                after?: {
                    /** @description Or `hours`. */
                    minutes?: number;
                    /** @description Or `days`. */
                    hours?: number;
                    /** @description Of 24 hours. */
                    days?: number;
                };
                /** @description Events about the contact that cancel it while it waits. */
                unless?: ("message.received" | "call.completed" | "call.missed" | "lead.status_changed" | "job.stage_changed" | "appointment.changed" | "task.completed")[];
            }[];
            /** Format: date-time */
            created_at: string;
            /** @description Other rules that do the same when the same happens. */
            warnings: string[];
        };
        AutomationsDeleteInput: {
            /**
             * Format: uuid
             * @description An `id` from `POST /automations/list`.
             */
            id: string;
        };
        Automation: {
            /** Format: uuid */
            id: string;
            name: string;
            enabled: boolean;
            /** @description What starts it. */
            on: string | {
                /** @description Or `hours`. */
                minutes?: number;
                /** @description Or `days`. */
                hours?: number;
                /** @description Of 24 hours. */
                days?: number;
                /**
                 * @description Before its start.
                 * @enum {string}
                 */
                before?: "appointment";
                /** @description After this event, or `job.completed`. */
                after?: string;
            };
            /** @description Why the service switched it off. */
            disabled_reason: string | null;
            /** @description All of these must hold. */
            when: {
                /** @description A path in the event’s data, such as `previous.status`, or on the shop’s clocks `event.local_time` (`18:30`), `event.weekday` (`mon`), `event.open`. */
                field: string;
                /**
                 * @description How it compares.
                 * @enum {string}
                 */
                is: "eq" | "ne" | "in" | "lt" | "gt" | "contains" | "exists";
                /** @description For `in` a list. */
                value?: string | number | boolean | (string | number | boolean)[];
            }[];
            /** @description The steps, in order. */
            do: {
                /**
                 * @description The act.
                 * @enum {string}
                 */
                step: "create_task" | "send_text" | "assign" | "set_followup";
                /** @description Of a task; `{{name}}` is replaced by that field of the data. */
                title?: string;
                /** @description Of a task, with fields. */
                notes?: string;
                /**
                 * @description Of a task.
                 * @enum {string}
                 */
                priority?: "low" | "normal" | "high";
                /**
                 * Format: uuid
                 * @description A `staff_id` from `POST /tasks/assignees`. To `assign`, or for a task.
                 */
                staff_id?: string;
                /** @description When the task or the follow-up is due. */
                due_in?: {
                    /** @description Or `hours`. */
                    minutes?: number;
                    /** @description Or `days`. */
                    hours?: number;
                    /** @description Of 24 hours. */
                    days?: number;
                };
                /** @description Of a text, with fields. */
                body?: string;
                /** @description Its wait, counted from the event. */
                after?: {
                    /** @description Or `hours`. */
                    minutes?: number;
                    /** @description Or `days`. */
                    hours?: number;
                    /** @description Of 24 hours. */
                    days?: number;
                };
                /** @description Events about the contact that cancel it while it waits. */
                unless?: ("message.received" | "call.completed" | "call.missed" | "lead.status_changed" | "job.stage_changed" | "appointment.changed" | "task.completed")[];
            }[];
            /** Format: date-time */
            created_at: string;
        };
        AutomationsGetInput: {
            /**
             * Format: uuid
             * @description An `id` from `POST /automations/list`.
             */
            id: string;
        };
        AutomationsListInput: {
            /**
             * @description At most 100, else refused.
             * @default 25
             */
            limit?: number;
            /**
             * @description A `next_offset`.
             * @default 0
             */
            offset?: number;
        };
        AutomationsRunsInput: {
            /**
             * Format: uuid
             * @description An `id` from `POST /automations/list`.
             */
            id: string;
            /**
             * @description At most 100, else refused.
             * @default 25
             */
            limit?: number;
            /**
             * @description A `next_offset`.
             * @default 0
             */
            offset?: number;
        };
        AutomationRun: {
            /** Format: uuid */
            id: string;
            /**
             * Format: uuid
             * @description The event that started it.
             */
            event_id: string | null;
            /**
             * Format: uuid
             * @description The job whose appointment started it.
             */
            job_id: string | null;
            /**
             * @description `skipped`: no step was tried.
             * @enum {string}
             */
            status: "waiting" | "done" | "skipped";
            /**
             * @description Why it was skipped.
             * @enum {string|null}
             */
            reason: "conditions" | "rule_off" | "too_deep" | "hourly_limit" | "account_suspended" | "appointment_moved" | null;
            steps: {
                /** @enum {string} */
                step: "create_task" | "send_text" | "assign" | "set_followup";
                /**
                 * @description `withdrawn`: an event of its `unless` came first.
                 * @enum {string}
                 */
                status: "waiting" | "done" | "not_done" | "withdrawn";
                /** @description Why it was not done. */
                reason: string | null;
                /**
                 * Format: date-time
                 * @description When it is or was due.
                 */
                runs_at: string;
                /** Format: date-time */
                ended_at: string | null;
                record: {
                    /** @enum {string} */
                    kind: "task" | "message" | "scheduled_message" | "lead" | "conversation";
                    /** Format: uuid */
                    id: string;
                } | null;
                /**
                 * Format: uuid
                 * @description The event that withdrew it.
                 */
                withdrawn_by: string | null;
            }[];
            /** Format: date-time */
            created_at: string;
        };
        AutomationsUpdateInput: {
            /**
             * Format: uuid
             * @description An `id` from `POST /automations/list`.
             */
            id: string;
            /** @description A name for the staff. */
            name?: string;
            /** @description Whether it runs. */
            enabled?: boolean;
            /** @description An event such as `lead.created`, or a time: `{before: "appointment", hours: 24}`, `{after: "job.completed", days: 3}`. */
            on?: string | {
                /** @description Or `hours`. */
                minutes?: number;
                /** @description Or `days`. */
                hours?: number;
                /** @description Of 24 hours. */
                days?: number;
                /**
                 * @description Before its start.
                 * @enum {string}
                 */
                before?: "appointment";
                /** @description After this event, or `job.completed`. */
                after?: string;
            };
            /** @description All must hold. */
            when?: {
                /** @description A path in the event’s data, such as `previous.status`, or on the shop’s clocks `event.local_time` (`18:30`), `event.weekday` (`mon`), `event.open`. */
                field: string;
                /**
                 * @description How it compares.
                 * @enum {string}
                 */
                is: "eq" | "ne" | "in" | "lt" | "gt" | "contains" | "exists";
                /** @description For `in` a list. */
                value?: string | number | boolean | (string | number | boolean)[];
            }[];
            /** @description Steps, in order. */
            do?: {
                /**
                 * @description The act.
                 * @enum {string}
                 */
                step: "create_task" | "send_text" | "assign" | "set_followup";
                /** @description Of a task; `{{name}}` is replaced by that field of the data. */
                title?: string;
                /** @description Of a task, with fields. */
                notes?: string;
                /**
                 * @description Of a task.
                 * @enum {string}
                 */
                priority?: "low" | "normal" | "high";
                /**
                 * Format: uuid
                 * @description A `staff_id` from `POST /tasks/assignees`. To `assign`, or for a task.
                 */
                staff_id?: string;
                /** @description When the task or the follow-up is due. */
                due_in?: {
                    /** @description Or `hours`. */
                    minutes?: number;
                    /** @description Or `days`. */
                    hours?: number;
                    /** @description Of 24 hours. */
                    days?: number;
                };
                /** @description Of a text, with fields. */
                body?: string;
                /** @description Its wait, counted from the event. */
                after?: {
                    /** @description Or `hours`. */
                    minutes?: number;
                    /** @description Or `days`. */
                    hours?: number;
                    /** @description Of 24 hours. */
                    days?: number;
                };
                /** @description Events about the contact that cancel it while it waits. */
                unless?: ("message.received" | "call.completed" | "call.missed" | "lead.status_changed" | "job.stage_changed" | "appointment.changed" | "task.completed")[];
            }[];
        };
        BookingAvailabilityInput: {
            /** @description `id`s from `GET /services`. */
            service_ids: string[];
            /**
             * Format: date-time
             * @description The earliest start.
             */
            from: string;
            /**
             * Format: date-time
             * @description The end of the starts, at most 31 days later.
             */
            to: string;
            /**
             * @description For services with a price for each size.
             * @enum {string}
             */
            vehicle_size?: "compact" | "sedan" | "suv" | "truck" | "van" | "oversize";
            /**
             * Format: uuid
             * @description An `id` or `user_id` from `GET /staff`.
             */
            staff_id?: string;
        };
        Availability: {
            timezone: string;
            /** @description The length of the work. */
            duration_minutes: number;
            /** @description One for each start, the earliest first; at most 200. */
            slots: {
                /** Format: date-time */
                starts_at: string;
                /** @description The start on the shop’s clocks, to be read aloud. */
                starts_at_local: string;
                /**
                 * Format: date-time
                 * @description The end of the work, without cure time.
                 */
                ends_at: string;
                ends_at_local: string;
                /** @description Null in a shop without bays. */
                bay: string | null;
                /**
                 * Format: uuid
                 * @description The profile `id` of a staff row.
                 */
                staff_id: string;
                /**
                 * Format: uuid
                 * @description The `user_id` of the same person.
                 */
                user_id: string;
            }[];
            /** @description How many more there are. Ask with a later `from`. */
            omitted: number;
            /**
             * @description Why there is none. Null if there are slots.
             * @enum {string|null}
             */
            reason: "no_staff" | "longer_than_opening_hours" | "too_soon" | "too_far_ahead" | "closed" | "no_start_then" | "ends_after_closing" | "nobody_works" | "fully_booked" | null;
            /** @description The nearest free starts if there are no slots. */
            nearest: {
                /**
                 * Format: date-time
                 * @description Null: there is none in the week before.
                 */
                before: string | null;
                before_local: string | null;
                /**
                 * Format: date-time
                 * @description Null: there is none in the week after.
                 */
                after: string | null;
                after_local: string | null;
            } | null;
        };
        BookingDepositDueInput: {
            /** @description `id`s from `GET /services`. */
            service_ids: string[];
            /**
             * @description For services with a price for each size.
             * @enum {string}
             */
            vehicle_size?: "compact" | "sedan" | "suv" | "truck" | "van" | "oversize";
        };
        DepositDue: {
            currency: string;
            /** @description The sum of the prices, without tax. */
            subtotal: number;
            /** @description The sum of the deposits. */
            deposit_due: number;
            /** @description In the order of `service_ids`. */
            items: {
                /** Format: uuid */
                service_id: string;
                /** @description As on the menu, without tax. */
                price: number;
                deposit: number;
            }[];
        };
        CallsLinkRecordingInput: {
            /**
             * Format: uuid
             * @description An `id` from `GET /calls`.
             */
            id: string;
            /**
             * @description The sound of the call, or the voicemail of its caller.
             * @default recording
             * @enum {string}
             */
            media?: "recording" | "voicemail";
            /**
             * @description How many seconds the link is valid. A larger number counts as 900.
             * @default 300
             */
            ttl?: number;
        };
        RecordingLink: {
            /**
             * Format: uuid
             * @description The `id` of the call.
             */
            call: string;
            /** @enum {string} */
            kind: "recording" | "voicemail";
            /** @description Plays this one sound of this one call, without a key, until `expires_at`. Fetch a new link for each playback. */
            url: string;
            /**
             * Format: date-time
             * @description When the link ends.
             */
            expires_at: string;
            /** @description The length of the sound. Null if it is unknown. */
            duration_seconds: number | null;
        };
        CallsListInput: {
            /**
             * @description Left out: both.
             * @enum {string}
             */
            direction?: "inbound" | "outbound";
            /**
             * @description Left out: any.
             * @enum {string}
             */
            status?: "ringing" | "in_progress" | "completed" | "missed" | "failed" | "canceled";
            /** @description An `id` from `GET /customers`. */
            customer_id?: string;
            /**
             * Format: date-time
             * @description Started then or later.
             */
            since?: string;
            /**
             * Format: date-time
             * @description Started before.
             */
            until?: string;
            /** @description What each record has beside its own fields, with commas between the names: `contact`. */
            include?: string;
            /**
             * @description At most 100, else refused.
             * @default 25
             */
            limit?: number;
            /**
             * @description A `next_offset`.
             * @default 0
             */
            offset?: number;
            /**
             * Format: date-time
             * @description The records that changed then or later, the earliest change first, with `meta.next_cursor` and `meta.more`. Go on with the cursor, also later: what was committed late comes after it. What was deleted or erased is `{id, deleted, updated_at}` for 30 days.
             */
            updated_since?: string;
            /** @description With `updated_since`: the `meta.next_cursor` of the page before, unchanged. */
            cursor?: string;
        };
        ListedCall: {
            /** Format: uuid */
            id: string;
            /**
             * Format: uuid
             * @description The thread that the call was filed into. Null if the number was never matched.
             */
            conversation_id: string | null;
            /** Format: uuid */
            customer_id: string | null;
            /** @enum {string} */
            direction: "inbound" | "outbound";
            /**
             * @description `ringing` and `in_progress` are live calls.
             * @enum {string}
             */
            status: "ringing" | "in_progress" | "completed" | "missed" | "failed" | "canceled";
            /** @description E.164. A number that cannot be read is kept as it came. */
            from: string;
            /** @description E.164. A number that cannot be read is kept as it came. */
            to: string;
            /** Format: date-time */
            started_at: string;
            /**
             * Format: date-time
             * @description Null while the call is live.
             */
            ended_at: string | null;
            /** @description The whole call, with the ringing. */
            duration_seconds: number | null;
            /** @description A staff member, or the AI receptionist. */
            answered_by: string | null;
            /** @description True when the audio is stored. */
            has_recording: boolean;
            /** @description The recorded part only. */
            recording_duration_seconds: number | null;
            /** @description True when the audio is stored. */
            has_voicemail: boolean;
            voicemail_duration_seconds: number | null;
            has_transcript: boolean;
            has_ai_summary: boolean;
            /**
             * Format: date-time
             * @description The last change of the record’s own fields.
             */
            updated_at: string;
            /** @description Its customer, else the lead of its thread, else the number. Only with `include`. */
            contact?: {
                /** @description Null if nobody knows it. */
                name: string | null;
                /** @description E.164. */
                phone: string | null;
                email: string | null;
            } | null;
        };
        CallsReadInput: {
            /**
             * Format: uuid
             * @description An `id` from `GET /calls`.
             */
            id: string;
        };
        Call: {
            /** Format: uuid */
            id: string;
            /**
             * Format: uuid
             * @description The thread that the call was filed into. Null if the number was never matched.
             */
            conversation_id: string | null;
            /** Format: uuid */
            customer_id: string | null;
            /** @enum {string} */
            direction: "inbound" | "outbound";
            /**
             * @description `ringing` and `in_progress` are live calls.
             * @enum {string}
             */
            status: "ringing" | "in_progress" | "completed" | "missed" | "failed" | "canceled";
            /** @description E.164. A number that cannot be read is kept as it came. */
            from: string;
            /** @description E.164. A number that cannot be read is kept as it came. */
            to: string;
            /** Format: date-time */
            started_at: string;
            /**
             * Format: date-time
             * @description Null while the call is live.
             */
            ended_at: string | null;
            /** @description The whole call, with the ringing. */
            duration_seconds: number | null;
            /** @description A staff member, or the AI receptionist. */
            answered_by: string | null;
            /** @description True when the audio is stored. */
            has_recording: boolean;
            /** @description The recorded part only. */
            recording_duration_seconds: number | null;
            /** @description True when the audio is stored. */
            has_voicemail: boolean;
            voicemail_duration_seconds: number | null;
            has_transcript: boolean;
            has_ai_summary: boolean;
            /**
             * Format: date-time
             * @description The last change of the record’s own fields.
             */
            updated_at: string;
        };
        CallsTranscriptInput: {
            /**
             * Format: uuid
             * @description An `id` from `GET /calls`.
             */
            id: string;
        };
        Transcript: {
            /**
             * Format: uuid
             * @description The call.
             */
            call: string;
            /** @description Null if the call was never transcribed. */
            transcript: string | null;
            /** @description `live_agent`: written during the call. `transcription`: made by a machine from the recording. An import may name another. */
            source: string | null;
            /**
             * Format: date-time
             * @description The start of the call.
             */
            started_at: string;
            /** @description The whole call, with the ringing. */
            duration_seconds: number | null;
        };
        CapabilityAppointmentsListInput: {
            /**
             * Format: date-time
             * @description Left out: now.
             */
            from?: string;
            /**
             * Format: date-time
             * @description Exclusive. Left out: 7 days after `from`; at most 92.
             */
            to?: string;
            /** @description An `id` or `user_id` from `GET /staff`. */
            assignee_id?: string;
            /** @description An `id` from `GET /customers`. */
            customer_id?: string;
            /**
             * @description Left out: any, canceled ones too.
             * @enum {string}
             */
            status?: "scheduled" | "in_progress" | "completed" | "canceled";
            /**
             * @description At most 100, else refused.
             * @default 25
             */
            limit?: number;
            /**
             * @description A `next_offset`.
             * @default 0
             */
            offset?: number;
        };
        CapabilityCustomersListInput: {
            /** @description Words, or parts of words, of a name, e-mail or phone, in any order. */
            q?: string;
            /** @description The whole address. */
            email?: string;
            /** @description The whole number, in any spelling. */
            phone?: string;
            /** @description One whole tag. Case is ignored. */
            tag?: string;
            /** @description Words of make, model, colour, plate or VIN. */
            vehicle?: string;
            /** @description Left out: both. */
            vip?: boolean;
            /** @description May get advertising. */
            marketing_consent?: boolean;
            /** @description May get no text. */
            texting_blocked?: boolean;
            /**
             * @description At most 100, else refused.
             * @default 25
             */
            limit?: number;
            /**
             * @description A `next_offset`.
             * @default 0
             */
            offset?: number;
        };
        ListedCustomer: {
            /** Format: uuid */
            id: string;
            /** @description Display name, or `—` if the record has none. */
            name: string;
            /** @description In lower case. */
            email: string | null;
            /** @description E.164. */
            phone: string | null;
            city: string | null;
            /** @description Province or state. */
            region: string | null;
            postal_code: string | null;
            /** @description Empty if there are none. */
            tags: string[];
            is_vip: boolean;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description The last change of the record’s own fields.
             */
            updated_at: string;
            /** @description The id of the record in another system. */
            external_id: string | null;
            /** @description Facts of other systems, by name. */
            metadata: {
                [key: string]: string;
            };
            /** @description True if the customer sent STOP or staff blocked texts. Sending is refused then. */
            texting_blocked: boolean;
            /** @description Governs campaigns, not replies. */
            marketing_consent: boolean;
        };
        CapabilityInvoicesListInput: {
            /**
             * @description Left out: any.
             * @enum {string}
             */
            status?: "draft" | "open" | "partial" | "paid" | "void" | "refunded";
            /** @description `true`: only imported ones, which are left out otherwise. */
            imported?: boolean;
            /**
             * @description At most 100, else refused.
             * @default 25
             */
            limit?: number;
            /**
             * @description A `next_offset`.
             * @default 0
             */
            offset?: number;
        };
        Invoice: {
            /** Format: uuid */
            id: string;
            /** @description Shop-visible number. */
            number: number;
            /** Format: uuid */
            customer_id: string;
            /** @enum {string} */
            status: "draft" | "open" | "partial" | "paid" | "void" | "refunded";
            /** @description Tax included, in the shop’s currency. */
            total: number;
            /** @description The amount still owing: 0 once paid in full, null on `draft` and `void`. */
            balance: number | null;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description The last change of the record’s own fields.
             */
            updated_at: string;
        };
        CapabilityJobsListInput: {
            /**
             * @description Left out: all, finished work too. `lead`: a job that is not booked yet, not an inquiry.
             * @enum {string}
             */
            stage?: "lead" | "scheduled" | "in_progress" | "curing" | "qa" | "ready" | "completed" | "canceled";
            /** @description An `id` from `GET /customers`. */
            customer_id?: string;
            /** @description An `id` or `user_id` from `GET /staff`. */
            assignee_id?: string;
            /** @description The shop’s job number. */
            number?: number;
            /**
             * Format: date-time
             * @description Scheduled to start then or later.
             */
            since?: string;
            /**
             * Format: date-time
             * @description Scheduled to start before.
             */
            until?: string;
            /** @description From a former system. Left out: both. */
            imported?: boolean;
            /**
             * @description At most 100, else refused.
             * @default 25
             */
            limit?: number;
            /**
             * @description A `next_offset`.
             * @default 0
             */
            offset?: number;
        };
        NamedJob: {
            /** Format: uuid */
            id: string;
            /** @description Shop-visible number. */
            number: number;
            title: string | null;
            /** Format: uuid */
            customer_id: string;
            /** Format: uuid */
            vehicle_id: string | null;
            /** @enum {string} */
            stage: "lead" | "scheduled" | "in_progress" | "curing" | "qa" | "ready" | "completed" | "canceled";
            /**
             * Format: uuid
             * @description The `id` of a staff row, not its `user_id`.
             */
            assignee_id: string | null;
            /**
             * Format: date-time
             * @description Null while unscheduled.
             */
            scheduled_start: string | null;
            /** Format: date-time */
            scheduled_end: string | null;
            /**
             * Format: date-time
             * @description The first time that the job was `in_progress` or beyond. Kept when the job moves back.
             */
            actual_start: string | null;
            /**
             * Format: date-time
             * @description The last time that the job entered `completed`. Null in any other stage.
             */
            actual_end: string | null;
            /** @description The address of a mobile job. */
            location_address: string | null;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description The last change of the record’s own fields.
             */
            updated_at: string;
            /** @description The id of the record in another system. */
            external_id: string | null;
            /** @description Facts of other systems, by name. */
            metadata: {
                [key: string]: string;
            };
            /** @description The name of the assignee. Null if nobody is assigned. */
            assignee_name: string | null;
            /** @description Null if the customer has no name. */
            customer_name: string | null;
            /** @description Year, make, model and trim. */
            vehicle_label: string | null;
        };
        CapabilityLeadsListInput: {
            /**
             * @description Left out: any.
             * @enum {string}
             */
            status?: "new" | "contacted" | "qualified" | "quoted" | "won" | "lost" | "cold";
            /** @description The whole address. */
            email?: string;
            /** @description The whole number. */
            phone?: string;
            /**
             * @description At most 100, else refused.
             * @default 25
             */
            limit?: number;
            /**
             * @description A `next_offset`.
             * @default 0
             */
            offset?: number;
        };
        Lead: {
            /** Format: uuid */
            id: string;
            /** @description First and last name, otherwise the company, otherwise `Unnamed lead`. */
            name: string;
            /** @description In lower case. */
            email: string | null;
            /** @description E.164. */
            phone: string | null;
            /** @description The source that the creator gave. Default: `api`. */
            source: string | null;
            /** @enum {string} */
            status: "new" | "contacted" | "qualified" | "quoted" | "won" | "lost" | "cold";
            /**
             * Format: uuid
             * @description The `user_id` of a staff row, not its `id`.
             */
            assigned_to: string | null;
            /** Format: date-time */
            next_followup_at: string | null;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description The last change of the record’s own fields.
             */
            updated_at: string;
            /** @description The id of the record in another system. */
            external_id: string | null;
            /** @description Facts of other systems, by name. */
            metadata: {
                [key: string]: string;
            };
        };
        CapabilityQuotesListInput: {
            /**
             * @description Left out: any.
             * @enum {string}
             */
            status?: "draft" | "sent" | "viewed" | "accepted" | "declined" | "expired";
            /**
             * @description At most 100, else refused.
             * @default 25
             */
            limit?: number;
            /**
             * @description A `next_offset`.
             * @default 0
             */
            offset?: number;
        };
        Quote: {
            /** Format: uuid */
            id: string;
            /** @description Shop-visible number. */
            number: number;
            /** Format: uuid */
            customer_id: string;
            /** @enum {string} */
            status: "draft" | "sent" | "viewed" | "accepted" | "declined" | "expired";
            /** @description Tax included, in the shop’s currency. */
            total: number;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description The last change of the record’s own fields.
             */
            updated_at: string;
        };
        CapabilityStaffListInput: {
            /** @description `false`: those who have left. Left out: both. */
            active?: boolean;
            /**
             * @description At most 100, else refused.
             * @default 25
             */
            limit?: number;
            /**
             * @description A `next_offset`.
             * @default 0
             */
            offset?: number;
        };
        StaffMember: {
            /**
             * Format: uuid
             * @description The profile id, in `assignee_id`. Either id names a person.
             */
            id: string;
            /**
             * Format: uuid
             * @description The user id, in `assigned_to`.
             */
            user_id: string;
            name: string;
            email: string | null;
            /** @description E.164. */
            phone: string | null;
            /** @enum {string} */
            role: "owner" | "manager" | "advisor" | "technician" | "viewer";
            active: boolean;
            /** @description True for an active owner, manager or advisor. */
            inbox_access: boolean;
            /** @description When the person works; “standard”: whenever the shop is open, “closed”: never. */
            hours: string;
            /** Format: date-time */
            created_at: string;
        };
        CommsCanContactInput: {
            /**
             * Format: uuid
             * @description An `id` from `GET /customers`. Asks about the phone on file.
             */
            customer_id?: string;
            /**
             * Format: uuid
             * @description An `id` from `GET /conversations`. Asks about its contact.
             */
            conversation_id?: string;
            /** @description Any number, also a stranger’s. */
            phone?: string;
        };
        ContactPermission: {
            texting: {
                /** @description A text would be accepted now. */
                allowed: boolean;
                /** @description Every rule that refuses: some of blocked_by_staff, opted_out, quiet_hours, no_sender, no_phone, account_suspended, hourly_limit. */
                reasons: string[];
                /**
                 * Format: date-time
                 * @description Null: the number is not blocked.
                 */
                blocked_since: string | null;
                /**
                 * @description `stop`: only the contact can lift it, by START.
                 * @enum {string|null}
                 */
                blocked_by: "stop" | "staff" | "provider" | "import" | null;
                /**
                 * Format: date-time
                 * @description When the quiet hours end. Other reasons do not end then.
                 */
                next_permitted_at: string | null;
                /** @description The line that a text would come from. Null: none, or the messaging service chooses. */
                from_number: string | null;
            };
            /** @description Governs campaigns, not replies. */
            marketing_consent: boolean;
            timezone: string;
            /**
             * Format: date-time
             * @description The time at the shop.
             */
            local_time: string;
        };
        CommsCancelScheduledMessageInput: {
            /**
             * Format: uuid
             * @description An `id` from `POST /comms/list_scheduled_messages`.
             */
            id: string;
        };
        ScheduledMessage: {
            /** Format: uuid */
            id: string;
            /**
             * Format: uuid
             * @description The thread. Null before sending if none was given.
             */
            conversation_id: string | null;
            /** Format: uuid */
            customer_id: string | null;
            /** @enum {string} */
            channel: "sms" | "email";
            /** @description The text that is sent. */
            body: string;
            subject: string | null;
            to: string;
            /**
             * Format: date-time
             * @description Quiet hours move it.
             */
            send_at: string;
            /** @enum {string} */
            status: "scheduled" | "sending" | "sent" | "refused" | "failed" | "canceled";
            /** @description Why it waits: `paused` by the operator, or `account_refused` by the provider. */
            held: string | null;
            /** @description Why it was refused or failed. */
            error: string | null;
            links_removed: boolean;
            /** @description The links that were removed from a text. */
            removed_links: string[];
            /**
             * Format: uuid
             * @description The message that it became.
             */
            message_id: string | null;
        };
        CommsListMessagesInput: {
            /**
             * Format: uuid
             * @description An `id` from `GET /conversations`.
             */
            conversation_id: string;
            /**
             * @description Left out: both.
             * @enum {string}
             */
            direction?: "inbound" | "outbound";
            /**
             * @description At most 100, else refused.
             * @default 25
             */
            limit?: number;
            /**
             * @description A `next_offset`.
             * @default 0
             */
            offset?: number;
        };
        Message: {
            /** Format: uuid */
            id: string;
            /**
             * Format: uuid
             * @description The thread.
             */
            conversation_id: string;
            /** Format: uuid */
            customer_id: string | null;
            /** @enum {string} */
            direction: "inbound" | "outbound";
            /** @enum {string} */
            channel: "sms" | "email" | "call" | "webchat" | "whatsapp";
            body: string | null;
            from: string | null;
            to: string | null;
            /** @enum {string} */
            status: "received" | "queued" | "sending" | "sent" | "delivered" | "failed" | "undelivered" | "unconfirmed";
            /** @description Why it waits: `paused` by the operator, or `account_refused` by the provider. */
            held: string | null;
            /** @description The reason why it was not delivered: a rule of texting, or the provider’s code and a sentence. */
            error: string | null;
            /** @description The attached files that the service has stored. A file of an inbound message appears when it was fetched. */
            media: {
                /** @description The type that the file’s own bytes show. */
                content_type: string;
                /** @description An address of this service, which answers the file to a key of the shop; a path if PUBLIC_URL is unset. Imported messages can have others. */
                url: string;
            }[];
            /** @description SMS segments. */
            segments: number | null;
            /** @description A machine sent it. */
            automated: boolean;
            /**
             * Format: uuid
             * @description The `user_id` of the person who sent it.
             */
            sent_by: string | null;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description The last change of the record’s own fields.
             */
            updated_at: string;
        };
        CommsListScheduledMessagesInput: {
            /**
             * @description `scheduled`: those that wait. Left out: any.
             * @enum {string}
             */
            status?: "scheduled" | "sending" | "sent" | "refused" | "failed" | "canceled";
            /** @description An `id` from `GET /conversations`. */
            conversation_id?: string;
            /** @description An `id` from `GET /customers`. */
            customer_id?: string;
            /**
             * @description At most 100, else refused.
             * @default 25
             */
            limit?: number;
            /**
             * @description A `next_offset`.
             * @default 0
             */
            offset?: number;
        };
        CommsResolveContactInput: {
            /** @description The whole number, in any spelling. */
            phone?: string;
            /** @description The whole address. */
            email?: string;
            /** @description Words, or parts of words, in any order. */
            name?: string;
        };
        ContactMatches: {
            /** @description Best first. */
            matches: {
                /**
                 * @description `thread`: a stranger, whose `id` is that of the thread.
                 * @enum {string}
                 */
                kind: "customer" | "lead" | "thread";
                /** Format: uuid */
                id: string;
                name: string;
                /** @description E.164. */
                phone: string | null;
                /** @description In lower case. */
                email: string | null;
                /**
                 * Format: uuid
                 * @description The most recently active thread.
                 */
                conversation_id: string | null;
                /** @description True if the contact sent STOP or staff blocked texts. Sending is refused then. */
                texting_blocked: boolean;
                /** @description The matching clues: some of phone, email, name. */
                matched: string[];
                /** @description A phone alone scores 0.9, an e-mail 0.8, a whole name 0.6, whole words of one 0.45, a part 0.3; several score more. */
                score: number;
            }[];
            /** @description How many more match at least: give more clues. */
            omitted: number;
        };
        CommsScheduleMessageInput: {
            /**
             * @description How it is sent.
             * @enum {string}
             */
            channel: "sms" | "email";
            /** @description Links are removed from an sms, which may have 1,600 characters. */
            body: string;
            /**
             * Format: date-time
             * @description In the future.
             */
            send_at: string;
            /**
             * Format: uuid
             * @description An `id` from `GET /conversations`. The thread to land in.
             */
            conversation_id?: string;
            /**
             * Format: uuid
             * @description An `id` from `GET /customers`. Required without `conversation_id`.
             */
            customer_id?: string;
            /** @description Only for an email. */
            subject?: string;
            /**
             * @description Advertising is `marketing`, and needs consent.
             * @default business
             * @enum {string}
             */
            purpose?: "business" | "marketing";
        };
        CommsSendTextInput: {
            /**
             * Format: uuid
             * @description An `id` from `GET /customers`. This or `conversation_id` is required.
             */
            customer_id?: string;
            /**
             * Format: uuid
             * @description An `id` from `GET /conversations`. The thread to answer.
             */
            conversation_id?: string;
            /** @description Sent as it is. */
            body: string;
            /**
             * @description Advertising is `marketing`, and needs consent.
             * @default business
             * @enum {string}
             */
            purpose?: "business" | "marketing";
            /**
             * Format: uuid
             * @description The line to send from.
             */
            phone_number_id?: string;
        };
        CommsSetTextingBlockInput: {
            /**
             * Format: uuid
             * @description An `id` from `GET /customers`. This or `phone`: the phone on file is meant.
             */
            customer_id?: string;
            /** @description Any number. */
            phone?: string;
            /** @description True: nobody texts this number. False: lifts the block. */
            blocked: boolean;
            /** @description Why it is blocked. For the shop’s staff only. */
            note?: string;
        };
        CommsUpdateScheduledMessageInput: {
            /**
             * Format: uuid
             * @description An `id` from `POST /comms/list_scheduled_messages`.
             */
            id: string;
            /** @description The whole new body. */
            body?: string;
            /**
             * Format: date-time
             * @description In the future.
             */
            send_at?: string;
            /** @description Only for an email. Empty: none. */
            subject?: string;
        };
        ConversationsChangeInput: {
            /**
             * Format: uuid
             * @description An `id` from `GET /conversations`.
             */
            id: string;
            /** @description Somebody has read it. */
            mark_read?: boolean;
            /** @description Needs a message from the contact. */
            mark_unread?: boolean;
            /** @description Closes the thread. */
            mark_done?: boolean;
            /** @description Opens it again. */
            mark_open?: boolean;
            /** @description Parks the thread until the contact’s next message. */
            snooze?: boolean;
            /** @description Keeps it on top. */
            pin?: boolean;
            /** @description Ends that. */
            unpin?: boolean;
            /** @description It is nobody’s. */
            unassign?: boolean;
            /**
             * Format: uuid
             * @description A `assigned_to` from `POST /tasks/assignees`.
             */
            assigned_to?: string;
            /** @description Your own id of it, which no other has. */
            external_id?: string | null;
            /** @description Facts of your own. At most 20 names of 1 to 40 of `a-z0-9_.-`, each with a text of at most 500 characters. Merged with those that are there. A null removes one; null as a whole all. */
            metadata?: {
                [key: string]: string | null;
            } | null;
        };
        Conversation: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            customer_id: string | null;
            /** @enum {string} */
            channel: "sms" | "email" | "call" | "webchat" | "whatsapp";
            /** @enum {string} */
            status: "open" | "snoozed" | "closed";
            /** @description Used in email threads. */
            subject: string | null;
            /** @description E.164. Used in text threads. */
            contact_number: string | null;
            /**
             * Format: uuid
             * @description The owner’s `user_id`.
             */
            assigned_to: string | null;
            pinned: boolean;
            /** @description The contact’s last message is later than the shop’s, and nobody has marked it read. */
            unread: boolean;
            /** @description The service’s own agent is answering. */
            is_ai_managed: boolean;
            /** Format: date-time */
            last_message_at: string | null;
            /** Format: date-time */
            last_inbound_at: string | null;
            /**
             * Format: date-time
             * @description Includes automated messages.
             */
            last_outbound_at: string | null;
            /**
             * Format: date-time
             * @description A person’s reply only.
             */
            last_human_outbound_at: string | null;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description The last change of the record’s own fields.
             */
            updated_at: string;
            /** @description The id of the record in another system. */
            external_id: string | null;
            /** @description Facts of other systems, by name. */
            metadata: {
                [key: string]: string;
            };
        };
        ConversationsListInput: {
            /**
             * @description Left out: any.
             * @enum {string}
             */
            status?: "open" | "snoozed" | "closed";
            /**
             * @description Left out: any. `call`: threads that a call began.
             * @enum {string}
             */
            channel?: "sms" | "email" | "call" | "webchat" | "whatsapp";
            /** @description An `id` from `GET /customers`. */
            customer_id?: string;
            /** @description A `user_id` from `GET /staff`. */
            assigned_to?: string;
            /** @description `true`: nobody’s. */
            unassigned?: boolean;
            /** @description `true`: unread. */
            unread?: boolean;
            /** @description No person has answered yet; automated texts do not count. With `status` `open`: who waits. */
            unanswered?: boolean;
            /** @description A part of a name, number or subject. */
            q?: string;
            /**
             * Format: date-time
             * @description Active then or later.
             */
            since?: string;
            /** @description Exact match. */
            external_id?: string;
            /** @description One name with its exact value: `metadata[plan]=gold`. */
            metadata?: {
                [key: string]: string;
            };
            /** @description What each record has beside its own fields, with commas between the names: `contact`, `last_message`. */
            include?: string;
            /**
             * @description At most 100, else refused.
             * @default 25
             */
            limit?: number;
            /**
             * @description A `next_offset`.
             * @default 0
             */
            offset?: number;
            /**
             * Format: date-time
             * @description The records that changed then or later, the earliest change first, with `meta.next_cursor` and `meta.more`. Go on with the cursor, also later: what was committed late comes after it. What was deleted or erased is `{id, deleted, updated_at}` for 30 days.
             */
            updated_since?: string;
            /** @description With `updated_since`: the `meta.next_cursor` of the page before, unchanged. */
            cursor?: string;
        };
        ListedConversation: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            customer_id: string | null;
            /** @enum {string} */
            channel: "sms" | "email" | "call" | "webchat" | "whatsapp";
            /** @enum {string} */
            status: "open" | "snoozed" | "closed";
            /** @description Used in email threads. */
            subject: string | null;
            /** @description E.164. Used in text threads. */
            contact_number: string | null;
            /**
             * Format: uuid
             * @description The owner’s `user_id`.
             */
            assigned_to: string | null;
            pinned: boolean;
            /** @description The contact’s last message is later than the shop’s, and nobody has marked it read. */
            unread: boolean;
            /** @description The service’s own agent is answering. */
            is_ai_managed: boolean;
            /** Format: date-time */
            last_message_at: string | null;
            /** Format: date-time */
            last_inbound_at: string | null;
            /**
             * Format: date-time
             * @description Includes automated messages.
             */
            last_outbound_at: string | null;
            /**
             * Format: date-time
             * @description A person’s reply only.
             */
            last_human_outbound_at: string | null;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description The last change of the record’s own fields.
             */
            updated_at: string;
            /** @description The id of the record in another system. */
            external_id: string | null;
            /** @description Facts of other systems, by name. */
            metadata: {
                [key: string]: string;
            };
            /** @description Of its customer, else of its lead. */
            contact_name: string | null;
            /** @description Its customer, else its lead, else the number or address of the thread. Only with `include`. */
            contact?: {
                /** @description Null if nobody knows it. */
                name: string | null;
                /** @description E.164. */
                phone: string | null;
                email: string | null;
            } | null;
            /** @description Null in a thread without messages, such as one of calls. Only with `include`. */
            last_message?: {
                /** @enum {string} */
                direction: "inbound" | "outbound";
                body: string | null;
                /** Format: date-time */
                created_at: string;
            } | null;
        };
        ConversationsReadInput: {
            /**
             * Format: uuid
             * @description An `id` from `GET /conversations`.
             */
            id: string;
        };
        ConversationDetail: {
            /** @description The thread. Lists, events and webhooks have these fields at their top. */
            conversation: {
                /** Format: uuid */
                id: string;
                /** Format: uuid */
                customer_id: string | null;
                /** @enum {string} */
                channel: "sms" | "email" | "call" | "webchat" | "whatsapp";
                /** @enum {string} */
                status: "open" | "snoozed" | "closed";
                /** @description Used in email threads. */
                subject: string | null;
                /** @description E.164. Used in text threads. */
                contact_number: string | null;
                /**
                 * Format: uuid
                 * @description The owner’s `user_id`.
                 */
                assigned_to: string | null;
                pinned: boolean;
                /** @description The contact’s last message is later than the shop’s, and nobody has marked it read. */
                unread: boolean;
                /** @description The service’s own agent is answering. */
                is_ai_managed: boolean;
                /** Format: date-time */
                last_message_at: string | null;
                /** Format: date-time */
                last_inbound_at: string | null;
                /**
                 * Format: date-time
                 * @description Includes automated messages.
                 */
                last_outbound_at: string | null;
                /**
                 * Format: date-time
                 * @description A person’s reply only.
                 */
                last_human_outbound_at: string | null;
                /** Format: date-time */
                created_at: string;
                /**
                 * Format: date-time
                 * @description The last change of the record’s own fields.
                 */
                updated_at: string;
                /** @description The id of the record in another system. */
                external_id: string | null;
                /** @description Facts of other systems, by name. */
                metadata: {
                    [key: string]: string;
                };
            };
            /** Format: uuid */
            customer_id: string | null;
            customer_name: string | null;
            /** @description E.164. */
            customer_phone: string | null;
            /** @description In lower case. */
            customer_email: string | null;
            /** @description True if the contact sent STOP or staff blocked texts. Sending is refused then. */
            texting_blocked: boolean;
            /** @description Governs campaigns, not replies. */
            marketing_consent: boolean;
        };
        ConversationsUpdateInput: {
            /**
             * Format: uuid
             * @description An `id` from `GET /conversations`.
             */
            id: string;
            /** @description Somebody has read it. */
            mark_read?: boolean;
            /** @description Needs a message from the contact. */
            mark_unread?: boolean;
            /** @description Closes the thread. */
            mark_done?: boolean;
            /** @description Opens it again. */
            mark_open?: boolean;
            /** @description Parks the thread until the contact’s next message. */
            snooze?: boolean;
            /** @description Keeps it on top. */
            pin?: boolean;
            /** @description Ends that. */
            unpin?: boolean;
            /** @description It is nobody’s. */
            unassign?: boolean;
            /**
             * Format: uuid
             * @description A `assigned_to` from `POST /tasks/assignees`.
             */
            assigned_to?: string;
        };
        CustomersCreateInput: {
            name: string;
            /**
             * Format: email
             * @description A customer needs an e-mail or a phone.
             */
            email?: string;
            /** @description Normalised to E.164. */
            phone?: string;
            /**
             * @default unknown
             * @enum {string}
             */
            consent_source?: "express_written" | "express_verbal" | "online_booking" | "web_form" | "implied_existing_business" | "implied_inquiry" | "imported" | "unknown";
            /**
             * Format: date-time
             * @description Default: now. Not in the future. Ignored when the source is `unknown`.
             */
            consent_captured_at?: string;
            consent_note?: string;
            /** @description Your own id of it, which no other has. */
            external_id?: string;
            /** @description Facts of your own. At most 20 names of 1 to 40 of `a-z0-9_.-`, each with a text of at most 500 characters. */
            metadata?: {
                [key: string]: string | null;
            };
        };
        Customer: {
            /** Format: uuid */
            id: string;
            /** @description Display name, or `—` if the record has none. */
            name: string;
            /** @description In lower case. */
            email: string | null;
            /** @description E.164. */
            phone: string | null;
            city: string | null;
            /** @description Province or state. */
            region: string | null;
            postal_code: string | null;
            /** @description Empty if there are none. */
            tags: string[];
            is_vip: boolean;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description The last change of the record’s own fields.
             */
            updated_at: string;
            /** @description The id of the record in another system. */
            external_id: string | null;
            /** @description Facts of other systems, by name. */
            metadata: {
                [key: string]: string;
            };
        };
        CustomersGetInput: {
            /**
             * Format: uuid
             * @description An `id` from `GET /customers`.
             */
            id: string;
        };
        CustomerDetail: {
            /** Format: uuid */
            id: string;
            /** @description Display name, or `—` if the record has none. */
            name: string;
            /** @description In lower case. */
            email: string | null;
            /** @description E.164. */
            phone: string | null;
            city: string | null;
            /** @description Province or state. */
            region: string | null;
            postal_code: string | null;
            /** @description Empty if there are none. */
            tags: string[];
            is_vip: boolean;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description The last change of the record’s own fields.
             */
            updated_at: string;
            /** @description The id of the record in another system. */
            external_id: string | null;
            /** @description Facts of other systems, by name. */
            metadata: {
                [key: string]: string;
            };
            /** @description Newest first, at most 100. */
            vehicles: {
                /** Format: uuid */
                id: string;
                /**
                 * Format: uuid
                 * @description The owner.
                 */
                customer_id: string;
                /** @description Year, make, model and trim. */
                label: string | null;
                /** @description Model year. */
                year: number | null;
                make: string | null;
                model: string | null;
                trim: string | null;
                color: string | null;
                /** @description 17 characters, in upper case. */
                vin: string | null;
                /** @description The plate as it was recorded. */
                license_plate: string | null;
                mileage: number | null;
                /** @description Body category; `other` when unknown. */
                vehicle_type: string;
                /** Format: date-time */
                created_at: string;
                /**
                 * Format: date-time
                 * @description The last change of the record’s own fields.
                 */
                updated_at: string;
                /** @description The id of the record in another system. */
                external_id: string | null;
                /** @description Facts of other systems, by name. */
                metadata: {
                    [key: string]: string;
                };
            }[];
            /** @description Jobs that are neither completed nor canceled, also imported ones. Newest first, at most 100. */
            open_jobs: {
                /** Format: uuid */
                id: string;
                /** @description Shop-visible number. */
                number: number;
                title: string | null;
                /** Format: uuid */
                customer_id: string;
                /** Format: uuid */
                vehicle_id: string | null;
                /** @enum {string} */
                stage: "lead" | "scheduled" | "in_progress" | "curing" | "qa" | "ready" | "completed" | "canceled";
                /**
                 * Format: uuid
                 * @description The `id` of a staff row, not its `user_id`.
                 */
                assignee_id: string | null;
                /**
                 * Format: date-time
                 * @description Null while unscheduled.
                 */
                scheduled_start: string | null;
                /** Format: date-time */
                scheduled_end: string | null;
                /**
                 * Format: date-time
                 * @description The first time that the job was `in_progress` or beyond. Kept when the job moves back.
                 */
                actual_start: string | null;
                /**
                 * Format: date-time
                 * @description The last time that the job entered `completed`. Null in any other stage.
                 */
                actual_end: string | null;
                /** @description The address of a mobile job. */
                location_address: string | null;
                /** Format: date-time */
                created_at: string;
                /**
                 * Format: date-time
                 * @description The last change of the record’s own fields.
                 */
                updated_at: string;
                /** @description The id of the record in another system. */
                external_id: string | null;
                /** @description Facts of other systems, by name. */
                metadata: {
                    [key: string]: string;
                };
            }[];
            /** @description Soonest due first, at most 100. */
            open_tasks: {
                /** Format: uuid */
                id: string;
                /** @description One line. */
                title: string;
                notes: string | null;
                /** @enum {string} */
                status: "open" | "done" | "canceled";
                /** @enum {string} */
                priority: "low" | "normal" | "high";
                /**
                 * Format: date-time
                 * @description Null if the task has no due time.
                 */
                due_at: string | null;
                /** @description Open and past due; computed at read time. */
                overdue: boolean;
                /**
                 * Format: date-time
                 * @description Cleared when the task is reopened. Null on canceled tasks.
                 */
                completed_at: string | null;
                /** Format: date-time */
                created_at: string;
                /**
                 * Format: date-time
                 * @description The last change of the record’s own fields.
                 */
                updated_at: string;
                /** @description The id of the record in another system. */
                external_id: string | null;
                /** @description Facts of other systems, by name. */
                metadata: {
                    [key: string]: string;
                };
                /**
                 * Format: uuid
                 * @description The thread that the task is about.
                 */
                conversation_id: string | null;
                /** @description The display name of the thread’s contact. */
                conversation_label: string | null;
                /** Format: uuid */
                customer_id: string | null;
                /** Format: uuid */
                job_id: string | null;
                /**
                 * Format: uuid
                 * @description The message that led to the task.
                 */
                message_id: string | null;
                /**
                 * Format: uuid
                 * @description A staff `user_id`.
                 */
                assigned_to: string | null;
                assignee_name: string | null;
            }[];
            /**
             * Format: uuid
             * @description The most recently active thread.
             */
            conversation_id: string | null;
            /** @description True if the customer sent STOP or staff blocked texts. Sending is refused then. */
            texting_blocked: boolean;
            /** @description Governs campaigns, not replies. */
            marketing_consent: boolean;
        };
        CustomersListInput: {
            /** @description Exact match. Case is ignored. */
            email?: string;
            /** @description Exact match after normalisation to E.164. */
            phone?: string;
            /** @description Words, or parts of words, of a name, e-mail or phone, in any order. */
            q?: string;
            /** @description Exact match. */
            external_id?: string;
            /** @description One name with its exact value: `metadata[plan]=gold`. */
            metadata?: {
                [key: string]: string;
            };
            /** @description Only the records with these ids: at most 100, with commas between them. Unknown ones are left out. */
            ids?: string;
            /**
             * Format: date-time
             * @description Created then or later.
             */
            created_since?: string;
            /**
             * Format: date-time
             * @description Created before.
             */
            created_until?: string;
            /**
             * @description Page size. A number is clamped to 1 to 100. Anything else counts as 25.
             * @default 25
             */
            limit?: number;
            /** @description The `meta.next_cursor` of the page before, unchanged. */
            cursor?: string;
            /**
             * Format: date-time
             * @description The records that changed then or later, the earliest change first, with `meta.next_cursor` and `meta.more`. Go on with the cursor, also later: what was committed late comes after it. What was deleted or erased is `{id, deleted, updated_at}` for 30 days.
             */
            updated_since?: string;
        };
        CustomersPutInput: {
            /** @description Your own id of the record: 1 to 200 characters, encoded as a path wants it. */
            external_id: string;
            /** @description Required for a new customer. */
            name?: string;
            /**
             * Format: email
             * @description A customer needs an e-mail or a phone.
             */
            email?: string;
            /** @description Normalised to E.164. */
            phone?: string;
            /**
             * @description A new customer: `unknown` if left out.
             * @enum {string}
             */
            consent_source?: "express_written" | "express_verbal" | "online_booking" | "web_form" | "implied_existing_business" | "implied_inquiry" | "imported" | "unknown";
            /**
             * Format: date-time
             * @description Default: now, when the source changes. Not in the future. Ignored when the source is `unknown`.
             */
            consent_captured_at?: string;
            consent_note?: string;
            /** @description Facts of your own. At most 20 names of 1 to 40 of `a-z0-9_.-`, each with a text of at most 500 characters. Merged with those that are there. A null removes one; null as a whole all. */
            metadata?: {
                [key: string]: string | null;
            } | null;
        };
        CustomersReadInput: {
            /**
             * Format: uuid
             * @description An `id` from `GET /customers`.
             */
            id: string;
        };
        CustomersUpdateInput: {
            /**
             * Format: uuid
             * @description An `id` from `GET /customers`.
             */
            id: string;
            name?: string;
            /**
             * Format: email
             * @description Null clears the value.
             */
            email?: string | null;
            /** @description Null clears the value. */
            phone?: string | null;
            /** @description Replaces the whole list. */
            tags?: string[];
            is_vip?: boolean;
            /** @description Null clears the value. */
            city?: string | null;
            /** @description Province or state. Null clears the value. */
            region?: string | null;
            /** @description Null clears the value. */
            postal_code?: string | null;
            /** @description Your own id of it, which no other has. */
            external_id?: string | null;
            /** @description Facts of your own. At most 20 names of 1 to 40 of `a-z0-9_.-`, each with a text of at most 500 characters. Merged with those that are there. A null removes one; null as a whole all. */
            metadata?: {
                [key: string]: string | null;
            } | null;
        };
        EventType: {
            /** @description The name of the kind, such as a subscription names it. */
            type: string;
            /** @description When such an event happens. */
            description: string;
            /** @description The JSON Schema (2020-12) of a delivery. */
            schema: Record<string, unknown>;
            /** @description A delivery that fits the schema. */
            sample: Record<string, unknown>;
        };
        EventsListInput: {
            /** @description The `meta.next_after` of the page before, or `latest` for what comes from now on. Absent: a page begins with the oldest event, a stream with what comes from now on. */
            after?: number | string;
            /**
             * @description At most 500, else refused.
             * @default 100
             */
            limit?: number;
            /** @description Only events of this kind, as `GET /event-types` lists them. */
            type?: string;
            /** @description Only events about the record with this id. */
            record?: string;
            /**
             * @description The seconds to wait for an event if there is none yet.
             * @default 0
             */
            wait?: number;
        };
        ExportsReadInput: {
            /**
             * @description The kind of records.
             * @enum {string}
             */
            kind: "leads" | "lead-timeline" | "customers" | "vehicles" | "quotes" | "invoices" | "jobs" | "appointments" | "tasks" | "services" | "reviews" | "staff" | "conversations" | "messages" | "calls";
            /** @description Only records after the one with this id, in the order of the answer: the last one that you have. */
            after?: string;
            /**
             * Format: date-time
             * @description Only records that have changed then or later, also those that were deleted or erased meanwhile, for 30 days: `{id, deleted, updated_at}`. Only for kinds whose records say when they changed.
             */
            updated_since?: string;
            /** @description The header of the answer that was cut off. With it, `Feed-Position` stays that of the first answer. */
            token?: string;
        };
        InvoicesListInput: {
            /**
             * @description Left out: any.
             * @enum {string}
             */
            status?: "draft" | "open" | "partial" | "paid" | "void" | "refunded";
            /**
             * @description `true`: only imported records. `false` or left out: only records made in the service. `1` and `0` are aliases.
             * @default false
             */
            imported?: boolean;
            /**
             * Format: date-time
             * @description Created then or later.
             */
            created_since?: string;
            /**
             * Format: date-time
             * @description Created before.
             */
            created_until?: string;
            /**
             * @description Page size. A number is clamped to 1 to 100. Anything else counts as 25.
             * @default 25
             */
            limit?: number;
            /** @description The `meta.next_cursor` of the page before, unchanged. */
            cursor?: string;
            /**
             * Format: date-time
             * @description The records that changed then or later, the earliest change first, with `meta.next_cursor` and `meta.more`. Go on with the cursor, also later: what was committed late comes after it. What was deleted or erased is `{id, deleted, updated_at}` for 30 days.
             */
            updated_since?: string;
        };
        InvoicesReadInput: {
            /**
             * Format: uuid
             * @description An `id` from `GET /invoices`.
             */
            id: string;
        };
        JobsListInput: {
            /**
             * @description Left out: any.
             * @enum {string}
             */
            stage?: "lead" | "scheduled" | "in_progress" | "curing" | "qa" | "ready" | "completed" | "canceled";
            /** @description The `id` of a customer. */
            customer_id?: string;
            /**
             * @description `true`: only imported records. `false` or left out: only records made in the service. `1` and `0` are aliases.
             * @default false
             */
            imported?: boolean;
            /** @description Exact match. */
            external_id?: string;
            /** @description One name with its exact value: `metadata[plan]=gold`. */
            metadata?: {
                [key: string]: string;
            };
            /**
             * Format: date-time
             * @description Created then or later.
             */
            created_since?: string;
            /**
             * Format: date-time
             * @description Created before.
             */
            created_until?: string;
            /** @description What each record has beside its own fields, with commas between the names: `customer`. */
            include?: string;
            /**
             * @description Page size. A number is clamped to 1 to 100. Anything else counts as 25.
             * @default 25
             */
            limit?: number;
            /** @description The `meta.next_cursor` of the page before, unchanged. */
            cursor?: string;
            /**
             * Format: date-time
             * @description The records that changed then or later, the earliest change first, with `meta.next_cursor` and `meta.more`. Go on with the cursor, also later: what was committed late comes after it. What was deleted or erased is `{id, deleted, updated_at}` for 30 days.
             */
            updated_since?: string;
        };
        ListedJob: {
            /** Format: uuid */
            id: string;
            /** @description Shop-visible number. */
            number: number;
            title: string | null;
            /** Format: uuid */
            customer_id: string;
            /** Format: uuid */
            vehicle_id: string | null;
            /** @enum {string} */
            stage: "lead" | "scheduled" | "in_progress" | "curing" | "qa" | "ready" | "completed" | "canceled";
            /**
             * Format: uuid
             * @description The `id` of a staff row, not its `user_id`.
             */
            assignee_id: string | null;
            /**
             * Format: date-time
             * @description Null while unscheduled.
             */
            scheduled_start: string | null;
            /** Format: date-time */
            scheduled_end: string | null;
            /**
             * Format: date-time
             * @description The first time that the job was `in_progress` or beyond. Kept when the job moves back.
             */
            actual_start: string | null;
            /**
             * Format: date-time
             * @description The last time that the job entered `completed`. Null in any other stage.
             */
            actual_end: string | null;
            /** @description The address of a mobile job. */
            location_address: string | null;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description The last change of the record’s own fields.
             */
            updated_at: string;
            /** @description The id of the record in another system. */
            external_id: string | null;
            /** @description Facts of other systems, by name. */
            metadata: {
                [key: string]: string;
            };
            /** @description The customer. Only with `include`. */
            customer?: {
                /** Format: uuid */
                id: string;
                /** @description A dash if the record has no name. */
                name: string;
                /** @description E.164. */
                phone: string | null;
                email: string | null;
            } | null;
        };
        JobsMoveInput: {
            /**
             * Format: uuid
             * @description An `id` from `GET /jobs`.
             */
            id: string;
            /**
             * @description Any to any other.
             * @enum {string}
             */
            stage?: "lead" | "scheduled" | "in_progress" | "curing" | "qa" | "ready" | "completed" | "canceled";
            /** @description Facts of your own. At most 20 names of 1 to 40 of `a-z0-9_.-`, each with a text of at most 500 characters. Merged with those that are there. A null removes one; null as a whole all. */
            metadata?: {
                [key: string]: string | null;
            } | null;
        };
        Job: {
            /** Format: uuid */
            id: string;
            /** @description Shop-visible number. */
            number: number;
            title: string | null;
            /** Format: uuid */
            customer_id: string;
            /** Format: uuid */
            vehicle_id: string | null;
            /** @enum {string} */
            stage: "lead" | "scheduled" | "in_progress" | "curing" | "qa" | "ready" | "completed" | "canceled";
            /**
             * Format: uuid
             * @description The `id` of a staff row, not its `user_id`.
             */
            assignee_id: string | null;
            /**
             * Format: date-time
             * @description Null while unscheduled.
             */
            scheduled_start: string | null;
            /** Format: date-time */
            scheduled_end: string | null;
            /**
             * Format: date-time
             * @description The first time that the job was `in_progress` or beyond. Kept when the job moves back.
             */
            actual_start: string | null;
            /**
             * Format: date-time
             * @description The last time that the job entered `completed`. Null in any other stage.
             */
            actual_end: string | null;
            /** @description The address of a mobile job. */
            location_address: string | null;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description The last change of the record’s own fields.
             */
            updated_at: string;
            /** @description The id of the record in another system. */
            external_id: string | null;
            /** @description Facts of other systems, by name. */
            metadata: {
                [key: string]: string;
            };
        };
        JobsReadInput: {
            /**
             * Format: uuid
             * @description An `id` from `GET /jobs`.
             */
            id: string;
        };
        KeysListInput: {
            /**
             * @description At most 100, else refused.
             * @default 25
             */
            limit?: number;
            /**
             * @description A `next_offset`.
             * @default 0
             */
            offset?: number;
        };
        Key: {
            /**
             * Format: uuid
             * @description Key id, as in the `cause` of events.
             */
            id: string;
            name: string;
            /** @enum {string} */
            scope: "read" | "full";
            /**
             * @description `inactive`: the person in `acts_for` has left.
             * @enum {string}
             */
            status: "active" | "inactive" | "expired" | "revoked";
            /** @description The level of each section; null: the key does not hold it. */
            grants: {
                /** @enum {string|null} */
                "inbox.access": "view" | "act" | null;
                /** @enum {string|null} */
                "shop.manage": "view" | "act" | null;
                /** @enum {string|null} */
                "marketing.access": "view" | "act" | null;
                /** @enum {string|null} */
                "jobs.manage": "view" | "act" | null;
                /** @enum {string|null} */
                "customers.manage": "view" | "act" | null;
                /** @enum {string|null} */
                "bookings.manage": "view" | "act" | null;
            };
            /**
             * Format: uuid
             * @description The user id of the person who counts as the author of its writes.
             */
            acts_for: string | null;
            /** Format: date-time */
            expires_at: string | null;
            /** Format: date-time */
            revoked_at: string | null;
            /**
             * Format: date-time
             * @description To the minute.
             */
            last_used_at: string | null;
            /** Format: date-time */
            created_at: string;
        };
        KeysMintInput: {
            /** @description Says who uses the key. */
            name: string;
            /**
             * @description `read`: reads. `full`: also writes.
             * @enum {string}
             */
            scope: "read" | "full";
            /** @description The sections that the key holds, each with its level; none higher than your own. Left out: those of your key. */
            grants?: {
                /** @enum {string} */
                "inbox.access"?: "view" | "act";
                /** @enum {string} */
                "shop.manage"?: "view" | "act";
                /** @enum {string} */
                "marketing.access"?: "view" | "act";
                /** @enum {string} */
                "jobs.manage"?: "view" | "act";
                /** @enum {string} */
                "customers.manage"?: "view" | "act";
                /** @enum {string} */
                "bookings.manage"?: "view" | "act";
            };
            /**
             * Format: uuid
             * @description The person whom your key acts for, by either id, or null: nobody. Left out: as your key.
             */
            acts_for?: string | null;
            /**
             * Format: date-time
             * @description Not later than your key expires; null: never. Left out: when your key expires.
             */
            expires_at?: string | null;
        };
        KeyWithToken: {
            /**
             * Format: uuid
             * @description Key id, as in the `cause` of events.
             */
            id: string;
            name: string;
            /** @enum {string} */
            scope: "read" | "full";
            /**
             * @description `inactive`: the person in `acts_for` has left.
             * @enum {string}
             */
            status: "active" | "inactive" | "expired" | "revoked";
            /** @description The level of each section; null: the key does not hold it. */
            grants: {
                /** @enum {string|null} */
                "inbox.access": "view" | "act" | null;
                /** @enum {string|null} */
                "shop.manage": "view" | "act" | null;
                /** @enum {string|null} */
                "marketing.access": "view" | "act" | null;
                /** @enum {string|null} */
                "jobs.manage": "view" | "act" | null;
                /** @enum {string|null} */
                "customers.manage": "view" | "act" | null;
                /** @enum {string|null} */
                "bookings.manage": "view" | "act" | null;
            };
            /**
             * Format: uuid
             * @description The user id of the person who counts as the author of its writes.
             */
            acts_for: string | null;
            /** Format: date-time */
            expires_at: string | null;
            /** Format: date-time */
            revoked_at: string | null;
            /**
             * Format: date-time
             * @description To the minute.
             */
            last_used_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** @description The key itself, for `Authorization: Bearer`. It is shown only now, and kept nowhere. */
            key: string;
        };
        KeysRevokeInput: {
            /**
             * Format: uuid
             * @description An `id` from `POST /keys/list`.
             */
            id: string;
        };
        LeadsCreateInput: {
            /** @description First and last name. */
            name: string;
            /**
             * Format: email
             * @description In any case.
             */
            email?: string;
            /** @description Normalised to E.164. */
            phone?: string;
            /**
             * @description Where they came from.
             * @default api
             */
            source?: string;
            /** @description Added to the lead’s timeline as a note. */
            notes?: string;
            /** @description Your own id of it, which no other has. */
            external_id?: string;
            /** @description Facts of your own. At most 20 names of 1 to 40 of `a-z0-9_.-`, each with a text of at most 500 characters. */
            metadata?: {
                [key: string]: string | null;
            };
        };
        LeadsListInput: {
            /** @description Exact match. Case is ignored. */
            email?: string;
            /** @description Exact match after normalisation to E.164. */
            phone?: string;
            /**
             * @description Left out: any.
             * @enum {string}
             */
            status?: "new" | "contacted" | "qualified" | "quoted" | "won" | "lost" | "cold";
            /** @description Words, or parts of words, of a name, e-mail or phone, in any order. */
            q?: string;
            /** @description Exact match. */
            external_id?: string;
            /** @description One name with its exact value: `metadata[plan]=gold`. */
            metadata?: {
                [key: string]: string;
            };
            /** @description Only the records with these ids: at most 100, with commas between them. Unknown ones are left out. */
            ids?: string;
            /**
             * Format: date-time
             * @description Created then or later.
             */
            created_since?: string;
            /**
             * Format: date-time
             * @description Created before.
             */
            created_until?: string;
            /**
             * @description Page size. A number is clamped to 1 to 100. Anything else counts as 25.
             * @default 25
             */
            limit?: number;
            /** @description The `meta.next_cursor` of the page before, unchanged. */
            cursor?: string;
            /**
             * Format: date-time
             * @description The records that changed then or later, the earliest change first, with `meta.next_cursor` and `meta.more`. Go on with the cursor, also later: what was committed late comes after it. What was deleted or erased is `{id, deleted, updated_at}` for 30 days.
             */
            updated_since?: string;
        };
        LeadsPutInput: {
            /** @description Your own id of the record: 1 to 200 characters, encoded as a path wants it. */
            external_id: string;
            /** @description First and last name. Required for a new lead. */
            name?: string;
            /**
             * Format: email
             * @description In any case.
             */
            email?: string;
            /** @description Normalised to E.164. */
            phone?: string;
            /** @description Where the person came from. A new lead: `api` if left out. */
            source?: string;
            /** @description The first note of a new lead’s timeline. Otherwise ignored. */
            notes?: string;
            /** @description Facts of your own. At most 20 names of 1 to 40 of `a-z0-9_.-`, each with a text of at most 500 characters. Merged with those that are there. A null removes one; null as a whole all. */
            metadata?: {
                [key: string]: string | null;
            } | null;
        };
        LeadsReadInput: {
            /**
             * Format: uuid
             * @description An `id` from `GET /leads`.
             */
            id: string;
        };
        LeadsTimelineInput: {
            /**
             * Format: uuid
             * @description An `id` from `GET /leads`.
             */
            id: string;
            /**
             * @description Page size. A number is clamped to 1 to 100. Anything else counts as 25.
             * @default 25
             */
            limit?: number;
            /** @description The `meta.next_cursor` of the page before, unchanged. */
            cursor?: string;
        };
        LeadTimelineEntry: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            kind: "note" | "status_changed";
            /** @description The text of a note. */
            body: string | null;
            /**
             * @description The status before the change.
             * @enum {string|null}
             */
            from: "new" | "contacted" | "qualified" | "quoted" | "won" | "lost" | "cold" | null;
            /**
             * @description The status after the change.
             * @enum {string|null}
             */
            to: "new" | "contacted" | "qualified" | "quoted" | "won" | "lost" | "cold" | null;
            /** Format: date-time */
            created_at: string;
        };
        LeadsUpdateInput: {
            /**
             * Format: uuid
             * @description An `id` from `GET /leads`.
             */
            id: string;
            /**
             * @description Any to any other.
             * @enum {string}
             */
            status?: "new" | "contacted" | "qualified" | "quoted" | "won" | "lost" | "cold";
            /**
             * Format: uuid
             * @description An `id` or `user_id` from `GET /staff`.
             */
            assigned_to?: string | null;
            /**
             * Format: date-time
             * @description Null clears it.
             */
            next_followup_at?: string | null;
            /** @description First and last name. */
            name?: string;
            /**
             * Format: email
             * @description In any case.
             */
            email?: string | null;
            /** @description In any spelling. */
            phone?: string | null;
            /** @description Where they came from. */
            source?: string | null;
            /** @description Your own id of it, which no other has. */
            external_id?: string | null;
            /** @description Facts of your own. At most 20 names of 1 to 40 of `a-z0-9_.-`, each with a text of at most 500 characters. Merged with those that are there. A null removes one; null as a whole all. */
            metadata?: {
                [key: string]: string | null;
            } | null;
        };
        MessagesListInput: {
            /** @description The thread. Left out: all threads, and `since` or `updated_since` is needed. */
            conversation_id?: string;
            /**
             * @description Left out: both.
             * @enum {string}
             */
            direction?: "inbound" | "outbound";
            /**
             * Format: date-time
             * @description Messages then or later.
             */
            since?: string;
            /**
             * Format: date-time
             * @description Messages before then.
             */
            until?: string;
            /**
             * @description Page size. A number is clamped to 1 to 100. Anything else counts as 25.
             * @default 25
             */
            limit?: number;
            /** @description The `meta.next_cursor` of the page before, unchanged. */
            cursor?: string;
            /**
             * Format: date-time
             * @description The records that changed then or later, the earliest change first, with `meta.next_cursor` and `meta.more`. Go on with the cursor, also later: what was committed late comes after it. What was deleted or erased is `{id, deleted, updated_at}` for 30 days.
             */
            updated_since?: string;
        };
        MessagesReadInput: {
            /**
             * Format: uuid
             * @description An `id` from `GET /messages`.
             */
            id: string;
        };
        MessagesReadAttachmentInput: {
            /**
             * Format: uuid
             * @description An `id` from `GET /messages`.
             */
            id: string;
            /** @description The number of the attachment in the message, from 0. */
            n: number;
        };
        NumbersAddInput: {
            /** @description In any notation of the shop’s country. */
            number: string;
            /** @description Says what the line is for. */
            label?: string;
            /** @description True: customers see this line, and automations use it, instead of the present primary line. The first line always is. */
            is_primary?: boolean;
            /**
             * @description True if the line can send at all.
             * @default true
             */
            is_sending?: boolean;
        };
        PhoneNumber: {
            /** Format: uuid */
            id: string;
            /** @description E.164. */
            number: string;
            label: string | null;
            /** @description The line that customers see and automations use by default. */
            is_primary: boolean;
            /** @description True if the line can send at all. */
            is_sending: boolean;
            /** @description True if the line takes texts. */
            sms: boolean;
            /** @description True if the line takes calls. */
            voice: boolean;
            /**
             * @description Lists have active and porting lines only.
             * @enum {string}
             */
            status: "active" | "porting" | "released" | "abandoned";
            /** Format: date-time */
            created_at: string;
        };
        NumbersUpdateInput: {
            /**
             * Format: uuid
             * @description The `id` of a line, from `GET /phone-numbers`.
             */
            id: string;
            /** @description Says what the line is for; null: nothing. */
            label?: string | null;
            /** @description True: the line becomes primary instead of the present one. */
            is_primary?: boolean;
            /** @description True if the line can send at all. */
            is_sending?: boolean;
        };
        OptoutsListInput: {
            /**
             * @description At most 100, else refused.
             * @default 25
             */
            limit?: number;
            /**
             * @description A `next_offset`.
             * @default 0
             */
            offset?: number;
        };
        BlockedNumber: {
            /** @description E.164. Null: that of a person whose data were erased. */
            number: string | null;
            /** @enum {string} */
            source: "stop" | "staff" | "provider" | "import";
            /**
             * Format: date-time
             * @description The time from which the number has been blocked.
             */
            since: string;
            /** @description The line to which a STOP was sent. E.164. */
            line: string | null;
            /** @description Why the staff has blocked it. */
            note: string | null;
        };
        QuotesListInput: {
            /**
             * @description Left out: any.
             * @enum {string}
             */
            status?: "draft" | "sent" | "viewed" | "accepted" | "declined" | "expired";
            /**
             * Format: date-time
             * @description Created then or later.
             */
            created_since?: string;
            /**
             * Format: date-time
             * @description Created before.
             */
            created_until?: string;
            /**
             * @description Page size. A number is clamped to 1 to 100. Anything else counts as 25.
             * @default 25
             */
            limit?: number;
            /** @description The `meta.next_cursor` of the page before, unchanged. */
            cursor?: string;
            /**
             * Format: date-time
             * @description The records that changed then or later, the earliest change first, with `meta.next_cursor` and `meta.more`. Go on with the cursor, also later: what was committed late comes after it. What was deleted or erased is `{id, deleted, updated_at}` for 30 days.
             */
            updated_since?: string;
        };
        QuotesReadInput: {
            /**
             * Format: uuid
             * @description An `id` from `GET /quotes`.
             */
            id: string;
        };
        ReviewsListInput: {
            /** @description `true`: only reviews without a reply; `false` does not filter. */
            unanswered_only?: boolean;
            /** @description This rating or above. */
            min_stars?: number;
            /** @description This rating or below. */
            max_stars?: number;
            /**
             * @description At most 100, else refused.
             * @default 25
             */
            limit?: number;
            /**
             * @description A `next_offset`.
             * @default 0
             */
            offset?: number;
        };
        Review: {
            /** Format: uuid */
            id: string;
            reviewer_name: string | null;
            /** @description Null if the platform gave no rating. */
            stars: number | null;
            /** @description Null with a rating: the review is only a rating. */
            comment: string | null;
            /** @description The shop’s reply. */
            reply: string | null;
            /** Format: date-time */
            replied_at: string | null;
            /** Format: date-time */
            left_at: string | null;
            /**
             * Format: uuid
             * @description Set if the review was matched to a customer.
             */
            customer_id: string | null;
        };
        ServiceCategory: {
            /** @description The value for `category` of `GET /services`. */
            category: string;
            /** @description The number of its services, with those no longer sold. */
            count: number;
        };
        ServicesGetInput: {
            /**
             * Format: uuid
             * @description An `id` from `GET /services`.
             */
            id: string;
        };
        ServiceDetail: {
            /** Format: uuid */
            id: string;
            name: string;
            description: string | null;
            category: string | null;
            /** @enum {string} */
            pricing_model: "flat" | "per_sqft" | "per_hour" | "tiered" | "custom";
            /** @description Shop currency; null on `tiered` (priced by vehicle size) and `custom` (by quote). */
            base_price: number | null;
            duration_minutes: number | null;
            cure_time_hours: number | null;
            /** @description True if the service is still sold. */
            active: boolean;
            /** @description True if the public booking page shows the service. */
            bookable: boolean;
            /** @description True if the service is an extra to another service. */
            addon: boolean;
            tax_exempt: boolean;
            sku: string | null;
            /** @description The prices by vehicle size, the smallest size first. Empty unless `tiered`. */
            tiers: {
                /** @enum {string} */
                vehicle_size: "compact" | "sedan" | "suv" | "truck" | "van" | "oversize";
                /** @description Shop currency. */
                price: number;
                duration_minutes: number | null;
            }[];
            deposit: {
                /** @enum {string} */
                type: "none" | "fixed" | "percent";
                /** @description `fixed`: an amount in shop currency; `percent`: of the price; null on `none`. */
                value: number | null;
            };
            image_url: string | null;
        };
        ServicesListInput: {
            /** @description Words of the name on the menu, in any order. For a kind of work use `category`. */
            q?: string;
            /** @description A `category` from `POST /services/categories`. Case is ignored. */
            category?: string;
            /** @description `true`: only services still sold. */
            active_only?: boolean;
            /** @description `true`: only services on the booking page. */
            bookable_only?: boolean;
            /** @description `true`: only extras to other services. */
            addons_only?: boolean;
            /**
             * @description At most 200, else refused.
             * @default 50
             */
            limit?: number;
            /**
             * @description A `next_offset`.
             * @default 0
             */
            offset?: number;
        };
        Service: {
            /** Format: uuid */
            id: string;
            name: string;
            description: string | null;
            category: string | null;
            /** @enum {string} */
            pricing_model: "flat" | "per_sqft" | "per_hour" | "tiered" | "custom";
            /** @description Shop currency; null on `tiered` (priced by vehicle size) and `custom` (by quote). */
            base_price: number | null;
            duration_minutes: number | null;
            cure_time_hours: number | null;
            /** @description True if the service is still sold. */
            active: boolean;
            /** @description True if the public booking page shows the service. */
            bookable: boolean;
            /** @description True if the service is an extra to another service. */
            addon: boolean;
            tax_exempt: boolean;
            sku: string | null;
        };
        ServicesSetOnlineInput: {
            /**
             * Format: uuid
             * @description An `id` from `GET /services`.
             */
            id: string;
            /** @description `true`: customers can book it online. */
            bookable: boolean;
        };
        ServicesTiersInput: {
            /**
             * Format: uuid
             * @description An `id` from `GET /services`.
             */
            id: string;
        };
        ServiceTier: {
            /** @enum {string} */
            vehicle_size: "compact" | "sedan" | "suv" | "truck" | "van" | "oversize";
            /** @description Shop currency. */
            price: number;
            duration_minutes: number | null;
        };
        ServicesUpdatePriceInput: {
            /**
             * Format: uuid
             * @description An `id` from `GET /services`.
             */
            id: string;
            /** @description In shop currency; for `flat`, `per_sqft`, `per_hour`. */
            base_price?: number;
            /** @description For `tiered`: the sizes to change, each once. Others stay. */
            tiers?: {
                /**
                 * @description The size that gets this price.
                 * @enum {string}
                 */
                vehicle_size: "compact" | "sedan" | "suv" | "truck" | "van" | "oversize";
                /** @description In shop currency. */
                price: number;
                /** @description Unchanged when left out. */
                duration_minutes?: number;
            }[];
        };
        Shop: {
            /**
             * Format: uuid
             * @description Shop id.
             */
            id: string;
            /** @description Shop name. */
            name: string;
            /** @description The IANA name of the shop’s time zone. */
            timezone: string;
            /** @description The shop’s country (ISO 3166-1 alpha-2). A phone number without a country code is of this country. */
            country: string;
            /** @description The currency of all amounts (ISO 4217). */
            currency: string;
            /** @enum {string} */
            status: "active" | "lapsed" | "suspended";
            /** @description False: switched off, and 404 at the capability endpoints. */
            features: {
                /** @description Scheduled messages. */
                scheduling: boolean;
                /** @description The menu. */
                services: boolean;
                /** @description Reviews. */
                reviews: boolean;
                /** @description Free times and deposits. */
                booking: boolean;
            };
            /** @description In the form of a change; “closed” if no day has hours. */
            opening_hours: string;
            /** @description When customers may be texted, in the same form. */
            texting_hours: string;
            /** @description The days on which the shop is closed, each alone and in order. */
            closures: string[];
            /** @description The bays, in the order in which they are filled. */
            bays: string[];
            /** @description The provider’s id of the messaging service for the shop’s texts. */
            messaging_service: string | null;
            /** @description The most texts in any 60 minutes. */
            texts_per_hour: number;
            /** @description The line that ends every scheduled text. */
            reply_pointer: string;
            /** @description The address for answers to the shop’s e-mails. */
            reply_to: string | null;
            /** @description A booking begins this many minutes from now at the earliest. */
            booking_lead_minutes: number;
            /** @description The minutes from one possible start to the next. */
            booking_step_minutes: number;
            /** @description The minutes that bay and person stay free after the work. */
            booking_buffer_minutes: number;
            /** @description A booking begins at most this many days after today. */
            booking_horizon_days: number;
            /** @description Recordings and voicemail are emptied after so many months. Null: never. */
            keep_recordings_months: number | null;
            /** @description Transcripts and summaries of calls. Null: never. */
            keep_transcripts_months: number | null;
            /** @description Messages with their files, and scheduled messages that have ended. Null: never. */
            keep_messages_months: number | null;
            /** Format: date-time */
            created_at: string;
        };
        ShopUpdateInput: {
            /** @description Days with their hours, such as `mon-fri 08:00-12:00,13:00-17:00; sat 09:00-13:00`. A day without hours is closed, and “closed” or an empty text closes every day. */
            opening_hours?: string;
            /** @description When customers may be texted, in the form of `opening_hours`; `24:00` is the end of a day. */
            texting_hours?: string;
            /** @description All days on which the shop is closed, at most 400: `2026-12-25`, or a range such as `2026-12-27..2027-01-02`. */
            closures?: string[];
            /** @description The names of all bays, at most 100, in the order in which they are filled. */
            bays?: string[];
            /** @description The provider’s id of a messaging service. */
            messaging_service?: string | null;
            /** @description The most texts in any 60 minutes. */
            texts_per_hour?: number;
            /** @description The line that ends every scheduled text: not empty, and without a link. */
            reply_pointer?: string;
            /**
             * Format: email
             * @description The address for answers to e-mails.
             */
            reply_to?: string | null;
            /** @description A booking begins this many minutes from now at the earliest. */
            booking_lead_minutes?: number;
            /** @description The minutes from one possible start of a booking to the next. */
            booking_step_minutes?: number;
            /** @description The minutes that bay and person stay free after the work. */
            booking_buffer_minutes?: number;
            /** @description A booking begins at most this many days after today. */
            booking_horizon_days?: number;
            /** @description Recordings and voicemail are emptied after so many months. Null: they are kept for good. */
            keep_recordings_months?: number | null;
            /** @description Transcripts and summaries of calls are emptied after so many months. Null: they are kept for good. */
            keep_transcripts_months?: number | null;
            /** @description Messages with their files, and scheduled messages that have ended, are emptied after so many months. Null: they are kept for good. */
            keep_messages_months?: number | null;
            /** @description Customers read it. */
            name?: string;
            /** @description The IANA name of the time zone. What has a time keeps its moment; hours, days and closures are read in the new zone. */
            timezone?: string;
            /** @description The features to switch on or off. Others stay. */
            features?: {
                scheduling?: boolean;
                services?: boolean;
                reviews?: boolean;
                booking?: boolean;
            };
        };
        StaffCreateInput: {
            /** @description The name of the person. */
            name: string;
            /**
             * @description Owners, managers and advisors have access to the inbox.
             * @enum {string}
             */
            role: "owner" | "manager" | "advisor" | "technician" | "viewer";
            /**
             * Format: email
             * @description For notices of what is assigned.
             */
            email?: string;
            /** @description In any notation of the shop’s country. */
            phone?: string;
            /** @description When the person works; “standard”: whenever the shop is open, “closed”: never. Left out: “standard”. */
            hours?: string;
        };
        StaffUpdateInput: {
            /**
             * Format: uuid
             * @description An `id` from `GET /staff`.
             */
            id: string;
            /** @description The name of the person. */
            name?: string;
            /**
             * @description Owners, managers and advisors have access to the inbox.
             * @enum {string}
             */
            role?: "owner" | "manager" | "advisor" | "technician" | "viewer";
            /**
             * Format: email
             * @description Null: none.
             */
            email?: string | null;
            /** @description Null: none. */
            phone?: string | null;
            /** @description False: the person has left. What is assigned stays, and keys that act for the person do not work meanwhile. */
            active?: boolean;
            /** @description When the person works; “standard”: whenever the shop is open, “closed”: never. */
            hours?: string;
        };
        Assignee: {
            /**
             * Format: uuid
             * @description The teammate’s `user_id`, for `staff_id` and `assigned_to`.
             */
            staff_id: string;
            name: string;
            /** @enum {string} */
            role: "owner" | "manager" | "advisor" | "technician" | "viewer";
        };
        TasksChangeInput: {
            /**
             * Format: uuid
             * @description An `id` from `GET /tasks`.
             */
            id: string;
            /** @description The work, in one line. */
            title?: string;
            /** @description An empty text clears the notes. */
            notes?: string;
            /**
             * @description The urgency.
             * @enum {string}
             */
            priority?: "low" | "normal" | "high";
            /** @description It is done. */
            complete?: boolean;
            /** @description It is open again. */
            reopen?: boolean;
            /** @description It is dropped. */
            cancel?: boolean;
            /** @description It is nobody’s. */
            unassign?: boolean;
            /** @description It is undated. */
            remove_due_date?: boolean;
            /** @description It is about no thread. */
            unlink_conversation?: boolean;
            /**
             * Format: uuid
             * @description A `assigned_to` from `POST /tasks/assignees`.
             */
            assigned_to?: string;
            /**
             * Format: date-time
             * @description The due time.
             */
            due_at?: string;
            /**
             * Format: uuid
             * @description An `id` from `GET /conversations`.
             */
            link_conversation?: string;
            /** @description Your own id of it, which no other has. */
            external_id?: string | null;
            /** @description Facts of your own. At most 20 names of 1 to 40 of `a-z0-9_.-`, each with a text of at most 500 characters. Merged with those that are there. A null removes one; null as a whole all. */
            metadata?: {
                [key: string]: string | null;
            } | null;
        };
        Task: {
            /** Format: uuid */
            id: string;
            /** @description One line. */
            title: string;
            notes: string | null;
            /** @enum {string} */
            status: "open" | "done" | "canceled";
            /** @enum {string} */
            priority: "low" | "normal" | "high";
            /**
             * Format: date-time
             * @description Null if the task has no due time.
             */
            due_at: string | null;
            /** @description Open and past due; computed at read time. */
            overdue: boolean;
            /**
             * Format: date-time
             * @description Cleared when the task is reopened. Null on canceled tasks.
             */
            completed_at: string | null;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description The last change of the record’s own fields.
             */
            updated_at: string;
            /** @description The id of the record in another system. */
            external_id: string | null;
            /** @description Facts of other systems, by name. */
            metadata: {
                [key: string]: string;
            };
            /**
             * Format: uuid
             * @description The thread that the task is about.
             */
            conversation_id: string | null;
            /** @description The display name of the thread’s contact. */
            conversation_label: string | null;
            /** Format: uuid */
            customer_id: string | null;
            /** Format: uuid */
            job_id: string | null;
            /**
             * Format: uuid
             * @description The message that led to the task.
             */
            message_id: string | null;
            /**
             * Format: uuid
             * @description A staff `user_id`.
             */
            assigned_to: string | null;
            assignee_name: string | null;
        };
        TasksCreateInput: {
            /** @description The work to do, in one line. */
            title: string;
            /** @description More details. */
            notes?: string;
            /**
             * @description The urgency.
             * @default normal
             * @enum {string}
             */
            priority?: "low" | "normal" | "high";
            /**
             * Format: date-time
             * @description The due time. Left out: undated.
             */
            due_at?: string;
            /**
             * Format: uuid
             * @description An `id` from `GET /conversations`. It also sets the customer.
             */
            conversation_id?: string;
            /**
             * Format: uuid
             * @description An `id` from `GET /customers`.
             */
            customer_id?: string;
            /**
             * Format: uuid
             * @description An `id` from `GET /jobs`; give its `customer_id` too.
             */
            job_id?: string;
            /**
             * Format: uuid
             * @description An `id` from `POST /comms/list_messages`. It also sets the thread.
             */
            message_id?: string;
            /**
             * Format: uuid
             * @description A `assigned_to` from `POST /tasks/assignees`.
             */
            assigned_to?: string;
            /** @description Your own id of it, which no other has. */
            external_id?: string;
            /** @description Facts of your own. At most 20 names of 1 to 40 of `a-z0-9_.-`, each with a text of at most 500 characters. */
            metadata?: {
                [key: string]: string | null;
            };
        };
        TasksListInput: {
            /**
             * @description `done` covers done and canceled.
             * @default open
             * @enum {string}
             */
            status?: "open" | "done" | "all";
            /** @description A `staff_id` from `POST /tasks/assignees`. */
            assigned_to?: string;
            /** @description An `id` from `GET /conversations`. */
            conversation_id?: string;
            /** @description An `id` from `GET /customers`. */
            customer_id?: string;
            /** @description `true`: only open tasks past due. */
            overdue?: boolean;
            /** @description Exact match. */
            external_id?: string;
            /** @description One name with its exact value: `metadata[plan]=gold`. */
            metadata?: {
                [key: string]: string;
            };
            /** @description Only the records with these ids: at most 100, with commas between them. Unknown ones are left out. */
            ids?: string;
            /** @description What each record has beside its own fields, with commas between the names: `customer`. */
            include?: string;
            /**
             * @description At most 100, else refused.
             * @default 25
             */
            limit?: number;
            /**
             * @description A `next_offset`.
             * @default 0
             */
            offset?: number;
            /**
             * Format: date-time
             * @description The records that changed then or later, the earliest change first, with `meta.next_cursor` and `meta.more`. Go on with the cursor, also later: what was committed late comes after it. What was deleted or erased is `{id, deleted, updated_at}` for 30 days. Then `status` is `all` if left out.
             */
            updated_since?: string;
            /** @description With `updated_since`: the `meta.next_cursor` of the page before, unchanged. */
            cursor?: string;
        };
        ListedTask: {
            /** Format: uuid */
            id: string;
            /** @description One line. */
            title: string;
            notes: string | null;
            /** @enum {string} */
            status: "open" | "done" | "canceled";
            /** @enum {string} */
            priority: "low" | "normal" | "high";
            /**
             * Format: date-time
             * @description Null if the task has no due time.
             */
            due_at: string | null;
            /** @description Open and past due; computed at read time. */
            overdue: boolean;
            /**
             * Format: date-time
             * @description Cleared when the task is reopened. Null on canceled tasks.
             */
            completed_at: string | null;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description The last change of the record’s own fields.
             */
            updated_at: string;
            /** @description The id of the record in another system. */
            external_id: string | null;
            /** @description Facts of other systems, by name. */
            metadata: {
                [key: string]: string;
            };
            /**
             * Format: uuid
             * @description The thread that the task is about.
             */
            conversation_id: string | null;
            /** @description The display name of the thread’s contact. */
            conversation_label: string | null;
            /** Format: uuid */
            customer_id: string | null;
            /** Format: uuid */
            job_id: string | null;
            /**
             * Format: uuid
             * @description The message that led to the task.
             */
            message_id: string | null;
            /**
             * Format: uuid
             * @description A staff `user_id`.
             */
            assigned_to: string | null;
            assignee_name: string | null;
            /** @description The customer. Only with `include`. */
            customer?: {
                /** Format: uuid */
                id: string;
                /** @description A dash if the record has no name. */
                name: string;
                /** @description E.164. */
                phone: string | null;
                email: string | null;
            } | null;
        };
        TasksPutInput: {
            /** @description Your own id of the record: 1 to 200 characters, encoded as a path wants it. */
            external_id: string;
            /** @description The work to do, in one line. Required for a new task. */
            title?: string;
            /** @description More details. */
            notes?: string;
            /**
             * @description A new task: `normal` if left out.
             * @enum {string}
             */
            priority?: "low" | "normal" | "high";
            /**
             * Format: date-time
             * @description The due time. A new task: undated if left out.
             */
            due_at?: string;
            /**
             * Format: uuid
             * @description An `id` from `GET /conversations`. It also sets the customer.
             */
            conversation_id?: string;
            /**
             * Format: uuid
             * @description An `id` from `GET /customers`.
             */
            customer_id?: string;
            /**
             * Format: uuid
             * @description An `id` from `GET /jobs`.
             */
            job_id?: string;
            /**
             * Format: uuid
             * @description An `id` from `POST /comms/list_messages`. It also sets the thread.
             */
            message_id?: string;
            /**
             * Format: uuid
             * @description A `assigned_to` from `POST /tasks/assignees`.
             */
            assigned_to?: string;
            /** @description Facts of your own. At most 20 names of 1 to 40 of `a-z0-9_.-`, each with a text of at most 500 characters. Merged with those that are there. A null removes one; null as a whole all. */
            metadata?: {
                [key: string]: string | null;
            } | null;
        };
        TasksReadInput: {
            /**
             * Format: uuid
             * @description An `id` from `GET /tasks`.
             */
            id: string;
        };
        TasksUpdateInput: {
            /**
             * Format: uuid
             * @description An `id` from `GET /tasks`.
             */
            id: string;
            /** @description The work, in one line. */
            title?: string;
            /** @description An empty text clears the notes. */
            notes?: string;
            /**
             * @description The urgency.
             * @enum {string}
             */
            priority?: "low" | "normal" | "high";
            /** @description It is done. */
            complete?: boolean;
            /** @description It is open again. */
            reopen?: boolean;
            /** @description It is dropped. */
            cancel?: boolean;
            /** @description It is nobody’s. */
            unassign?: boolean;
            /** @description It is undated. */
            remove_due_date?: boolean;
            /** @description It is about no thread. */
            unlink_conversation?: boolean;
            /**
             * Format: uuid
             * @description A `assigned_to` from `POST /tasks/assignees`.
             */
            assigned_to?: string;
            /**
             * Format: date-time
             * @description The due time.
             */
            due_at?: string;
            /**
             * Format: uuid
             * @description An `id` from `GET /conversations`.
             */
            link_conversation?: string;
        };
        VehiclesCreateInput: {
            /**
             * Format: uuid
             * @description A customer of this shop.
             */
            customer_id: string;
            /** @description 17 characters without I, O and Q. */
            vin?: string;
            year?: number;
            make?: string;
            model?: string;
            trim?: string;
            color?: string;
            license_plate?: string;
            mileage?: number;
            /** @description The body category. Default: the one that the VIN decode gives. */
            vehicle_type?: string;
            /** @description Your own id of it, which no other has. */
            external_id?: string;
            /** @description Facts of your own. At most 20 names of 1 to 40 of `a-z0-9_.-`, each with a text of at most 500 characters. */
            metadata?: {
                [key: string]: string | null;
            };
        };
        Vehicle: {
            /** Format: uuid */
            id: string;
            /**
             * Format: uuid
             * @description The owner.
             */
            customer_id: string;
            /** @description Year, make, model and trim. */
            label: string | null;
            /** @description Model year. */
            year: number | null;
            make: string | null;
            model: string | null;
            trim: string | null;
            color: string | null;
            /** @description 17 characters, in upper case. */
            vin: string | null;
            /** @description The plate as it was recorded. */
            license_plate: string | null;
            mileage: number | null;
            /** @description Body category; `other` when unknown. */
            vehicle_type: string;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description The last change of the record’s own fields.
             */
            updated_at: string;
            /** @description The id of the record in another system. */
            external_id: string | null;
            /** @description Facts of other systems, by name. */
            metadata: {
                [key: string]: string;
            };
        };
        VehiclesListInput: {
            /** @description The `id` of the owner. */
            customer_id?: string;
            /** @description Normalised before the comparison. */
            vin?: string;
            /** @description Case is ignored. */
            license_plate?: string;
            /** @description Exact match. */
            external_id?: string;
            /** @description One name with its exact value: `metadata[plan]=gold`. */
            metadata?: {
                [key: string]: string;
            };
            /** @description Only the records with these ids: at most 100, with commas between them. Unknown ones are left out. */
            ids?: string;
            /**
             * @description Page size. A number is clamped to 1 to 100. Anything else counts as 25.
             * @default 25
             */
            limit?: number;
            /** @description The `meta.next_cursor` of the page before, unchanged. */
            cursor?: string;
            /**
             * Format: date-time
             * @description The records that changed then or later, the earliest change first, with `meta.next_cursor` and `meta.more`. Go on with the cursor, also later: what was committed late comes after it. What was deleted or erased is `{id, deleted, updated_at}` for 30 days.
             */
            updated_since?: string;
        };
        VehiclesPutInput: {
            /** @description Your own id of the record: 1 to 200 characters, encoded as a path wants it. */
            external_id: string;
            /**
             * Format: uuid
             * @description A customer of this shop. Required for a new vehicle.
             */
            customer_id?: string;
            /** @description 17 characters without I, O and Q. */
            vin?: string;
            year?: number;
            make?: string;
            model?: string;
            trim?: string;
            color?: string;
            license_plate?: string;
            mileage?: number;
            /** @description The body category. A new vehicle: the one of the VIN decode if left out. */
            vehicle_type?: string;
            /** @description Facts of your own. At most 20 names of 1 to 40 of `a-z0-9_.-`, each with a text of at most 500 characters. Merged with those that are there. A null removes one; null as a whole all. */
            metadata?: {
                [key: string]: string | null;
            } | null;
        };
        VehiclesReadInput: {
            /**
             * Format: uuid
             * @description An `id` from `GET /vehicles`.
             */
            id: string;
        };
        VehiclesUpdateInput: {
            /**
             * Format: uuid
             * @description An `id` from `GET /vehicles`.
             */
            id: string;
            /** @description 17 characters without I, O and Q. */
            vin?: string;
            /** @description Null clears the value. */
            year?: number | null;
            /** @description Null clears the value. */
            make?: string | null;
            /** @description Null clears the value. */
            model?: string | null;
            /** @description Null clears the value. */
            trim?: string | null;
            /** @description Null clears the value. */
            color?: string | null;
            /** @description Null clears the value. */
            license_plate?: string | null;
            /** @description Null clears the value. */
            mileage?: number | null;
            /** @description The body category. */
            vehicle_type?: string;
            /** @description Your own id of it, which no other has. */
            external_id?: string | null;
            /** @description Facts of your own. At most 20 names of 1 to 40 of `a-z0-9_.-`, each with a text of at most 500 characters. Merged with those that are there. A null removes one; null as a whole all. */
            metadata?: {
                [key: string]: string | null;
            } | null;
        };
        WebhooksCreateInput: {
            /** @description An `https` URL that answers every delivery with 2xx. */
            url: string;
            /** @description The kinds of events; left out: all, also those that are added later. */
            events?: string[];
            description?: string;
        };
        WebhookWithSecret: {
            /** Format: uuid */
            id: string;
            url: string;
            /** @description The kinds that are delivered; null: all, also those that are added later. */
            events: string[] | null;
            description: string | null;
            /** @description False: nothing is delivered. */
            enabled: boolean;
            /**
             * @description `failing`: no success for days; `gone`: the receiver answered 410; null: it is on, or a person switched it off.
             * @enum {string|null}
             */
            disabled_reason: "failing" | "gone" | null;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description Exact to a second.
             */
            last_success_at: string | null;
            /** Format: date-time */
            last_failure_at: string | null;
            /** @description The key that signs the deliveries (Standard Webhooks). It is shown only now. */
            secret: string;
        };
        WebhooksDeleteInput: {
            /**
             * Format: uuid
             * @description An `id` from `GET /webhooks`.
             */
            id: string;
        };
        WebhooksDeliveriesInput: {
            /**
             * Format: uuid
             * @description An `id` from `GET /webhooks`.
             */
            id: string;
            /**
             * @description Left out: any.
             * @enum {string}
             */
            status?: "pending" | "delivered" | "failed" | "exhausted" | "canceled";
            /**
             * @description Page size. A number is clamped to 1 to 100. Anything else counts as 25.
             * @default 25
             */
            limit?: number;
            /** @description The `meta.next_cursor` of the page before, unchanged. */
            cursor?: string;
        };
        Delivery: {
            /** Format: uuid */
            id: string;
            /**
             * Format: uuid
             * @description The `webhook-id` of the request: the same on every try.
             */
            event_id: string;
            event_type: string;
            /** @description Counts the tries of one ladder, from 1. */
            attempt: number;
            /**
             * @description `failed`: another try follows. `exhausted`: that was the last one. `canceled`: nothing was sent.
             * @enum {string}
             */
            status: "pending" | "delivered" | "failed" | "exhausted" | "canceled";
            /** @description Null if no answer came. */
            response_status: number | null;
            /** @description The beginning of the answer, at most 1 KiB. */
            response_body: string | null;
            /** @description Why there was no success. */
            error: string | null;
            duration_ms: number | null;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description The time of this try if it is pending; of the next try if it failed.
             */
            next_attempt_at: string | null;
        };
        Webhook: {
            /** Format: uuid */
            id: string;
            url: string;
            /** @description The kinds that are delivered; null: all, also those that are added later. */
            events: string[] | null;
            description: string | null;
            /** @description False: nothing is delivered. */
            enabled: boolean;
            /**
             * @description `failing`: no success for days; `gone`: the receiver answered 410; null: it is on, or a person switched it off.
             * @enum {string|null}
             */
            disabled_reason: "failing" | "gone" | null;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description Exact to a second.
             */
            last_success_at: string | null;
            /** Format: date-time */
            last_failure_at: string | null;
        };
        WebhooksReadInput: {
            /**
             * Format: uuid
             * @description An `id` from `GET /webhooks`.
             */
            id: string;
        };
        WebhooksRedeliverInput: {
            /**
             * Format: uuid
             * @description An `id` from `GET /webhooks`.
             */
            id: string;
            /**
             * Format: uuid
             * @description An `id` from `GET /webhooks/{id}/deliveries`.
             */
            delivery_id: string;
        };
        WebhooksRotateSecretInput: {
            /**
             * Format: uuid
             * @description An `id` from `GET /webhooks`.
             */
            id: string;
        };
        WebhooksTestInput: {
            /**
             * Format: uuid
             * @description An `id` from `GET /webhooks`.
             */
            id: string;
        };
        WebhooksUpdateInput: {
            /**
             * Format: uuid
             * @description An `id` from `GET /webhooks`.
             */
            id: string;
            url?: string;
            /** @description Null: all kinds, also those that are added later. */
            events?: string[] | null;
            description?: string | null;
            /** @description False cancels what waits. True begins with the events to come. */
            enabled?: boolean;
        };
        Gone: {
            /** Format: uuid */
            id: string;
            /** @description Always true. */
            deleted: boolean;
            /**
             * Format: date-time
             * @description The last change of the record’s own fields.
             */
            updated_at: string;
        };
        EventCause: {
            /** @description The operation that was called. */
            operation: string | null;
            /** @description The `X-Request-Id` of that call. */
            request_id: string | null;
            /**
             * Format: uuid
             * @description The API key that called.
             */
            key_id: string | null;
            /**
             * Format: uuid
             * @description The staff user whom the key acts for.
             */
            user_id: string | null;
            /**
             * Format: uuid
             * @description The automation that acted.
             */
            automation_id: string | null;
            /**
             * Format: uuid
             * @description The event that caused this event.
             */
            event_id: string | null;
            /** @description The operator of the service who ran a command. */
            operator: string | null;
        };
        LeadCreatedEvent: {
            /** @description The place in the feed. Null: the feed has no such event. */
            number: number | null;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            type: "lead.created";
            /**
             * Format: date-time
             * @description The time when the record changed.
             */
            created_at: string;
            /** Format: uuid */
            shop_id: string;
            data: {
                /** Format: uuid */
                id: string;
                /** @description First and last name, otherwise the company, otherwise `Unnamed lead`. */
                name: string;
                /** @description In lower case. */
                email: string | null;
                /** @description E.164. */
                phone: string | null;
                /** @description The source that the creator gave. Default: `api`. */
                source: string | null;
                /** @enum {string} */
                status: "new" | "contacted" | "qualified" | "quoted" | "won" | "lost" | "cold";
                /**
                 * Format: uuid
                 * @description The `user_id` of a staff row, not its `id`.
                 */
                assigned_to: string | null;
                /** Format: date-time */
                next_followup_at: string | null;
                /** Format: date-time */
                created_at: string;
                /**
                 * Format: date-time
                 * @description The last change of the record’s own fields.
                 */
                updated_at: string | null;
                /** @description The id of the record in another system. */
                external_id: string | null;
                /** @description Facts of other systems, by name. */
                metadata: {
                    [key: string]: string;
                };
            };
            cause: components["schemas"]["EventCause"];
        };
        /** @description The old values of the fields that changed. Absent if the record is new. */
        PreviousLead: {
            /** Format: uuid */
            id?: string;
            /** @description First and last name, otherwise the company, otherwise `Unnamed lead`. */
            name?: string;
            /** @description In lower case. */
            email?: string | null;
            /** @description E.164. */
            phone?: string | null;
            /** @description The source that the creator gave. Default: `api`. */
            source?: string | null;
            /** @enum {string} */
            status?: "new" | "contacted" | "qualified" | "quoted" | "won" | "lost" | "cold";
            /**
             * Format: uuid
             * @description The `user_id` of a staff row, not its `id`.
             */
            assigned_to?: string | null;
            /** Format: date-time */
            next_followup_at?: string | null;
            /** Format: date-time */
            created_at?: string;
            /**
             * Format: date-time
             * @description The last change of the record’s own fields.
             */
            updated_at?: string | null;
            /** @description The id of the record in another system. */
            external_id?: string | null;
            /** @description Facts of other systems, by name. */
            metadata?: {
                [key: string]: string;
            };
        };
        LeadUpdatedEvent: {
            /** @description The place in the feed. Null: the feed has no such event. */
            number: number | null;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            type: "lead.updated";
            /**
             * Format: date-time
             * @description The time when the record changed.
             */
            created_at: string;
            /** Format: uuid */
            shop_id: string;
            data: {
                /** Format: uuid */
                id: string;
                /** @description First and last name, otherwise the company, otherwise `Unnamed lead`. */
                name: string;
                /** @description In lower case. */
                email: string | null;
                /** @description E.164. */
                phone: string | null;
                /** @description The source that the creator gave. Default: `api`. */
                source: string | null;
                /** @enum {string} */
                status: "new" | "contacted" | "qualified" | "quoted" | "won" | "lost" | "cold";
                /**
                 * Format: uuid
                 * @description The `user_id` of a staff row, not its `id`.
                 */
                assigned_to: string | null;
                /** Format: date-time */
                next_followup_at: string | null;
                /** Format: date-time */
                created_at: string;
                /**
                 * Format: date-time
                 * @description The last change of the record’s own fields.
                 */
                updated_at: string | null;
                /** @description The id of the record in another system. */
                external_id: string | null;
                /** @description Facts of other systems, by name. */
                metadata: {
                    [key: string]: string;
                };
                previous?: components["schemas"]["PreviousLead"];
            };
            cause: components["schemas"]["EventCause"];
        };
        LeadStatusChangedEvent: {
            /** @description The place in the feed. Null: the feed has no such event. */
            number: number | null;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            type: "lead.status_changed";
            /**
             * Format: date-time
             * @description The time when the record changed.
             */
            created_at: string;
            /** Format: uuid */
            shop_id: string;
            data: {
                /** Format: uuid */
                id: string;
                /** @description First and last name, otherwise the company, otherwise `Unnamed lead`. */
                name: string;
                /** @description In lower case. */
                email: string | null;
                /** @description E.164. */
                phone: string | null;
                /** @description The source that the creator gave. Default: `api`. */
                source: string | null;
                /** @enum {string} */
                status: "new" | "contacted" | "qualified" | "quoted" | "won" | "lost" | "cold";
                /**
                 * Format: uuid
                 * @description The `user_id` of a staff row, not its `id`.
                 */
                assigned_to: string | null;
                /** Format: date-time */
                next_followup_at: string | null;
                /** Format: date-time */
                created_at: string;
                /**
                 * Format: date-time
                 * @description The last change of the record’s own fields.
                 */
                updated_at: string | null;
                /** @description The id of the record in another system. */
                external_id: string | null;
                /** @description Facts of other systems, by name. */
                metadata: {
                    [key: string]: string;
                };
                /**
                 * @description The status before the change.
                 * @enum {string}
                 */
                from: "new" | "contacted" | "qualified" | "quoted" | "won" | "lost" | "cold";
                /**
                 * @description The status after the change.
                 * @enum {string}
                 */
                to: "new" | "contacted" | "qualified" | "quoted" | "won" | "lost" | "cold";
                by: {
                    /**
                     * Format: uuid
                     * @description The API key that called.
                     */
                    key_id: string;
                    /**
                     * Format: uuid
                     * @description The staff user whom the key acts for.
                     */
                    user_id: string | null;
                };
                previous?: components["schemas"]["PreviousLead"];
            };
            cause: components["schemas"]["EventCause"];
        };
        LeadFollowupDueEvent: {
            /** @description The place in the feed. Null: the feed has no such event. */
            number: number | null;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            type: "lead.followup_due";
            /**
             * Format: date-time
             * @description The time when the record changed.
             */
            created_at: string;
            /** Format: uuid */
            shop_id: string;
            data: {
                /** Format: uuid */
                id: string;
                /** @description First and last name, otherwise the company, otherwise `Unnamed lead`. */
                name: string;
                /** @description In lower case. */
                email: string | null;
                /** @description E.164. */
                phone: string | null;
                /** @description The source that the creator gave. Default: `api`. */
                source: string | null;
                /** @enum {string} */
                status: "new" | "contacted" | "qualified" | "quoted" | "won" | "lost" | "cold";
                /**
                 * Format: uuid
                 * @description The `user_id` of a staff row, not its `id`.
                 */
                assigned_to: string | null;
                /** Format: date-time */
                next_followup_at: string | null;
                /** Format: date-time */
                created_at: string;
                /**
                 * Format: date-time
                 * @description The last change of the record’s own fields.
                 */
                updated_at: string | null;
                /** @description The id of the record in another system. */
                external_id: string | null;
                /** @description Facts of other systems, by name. */
                metadata: {
                    [key: string]: string;
                };
            };
            cause: components["schemas"]["EventCause"];
        };
        LeadTimelineCreatedEvent: {
            /** @description The place in the feed. Null: the feed has no such event. */
            number: number | null;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            type: "lead_timeline.created";
            /**
             * Format: date-time
             * @description The time when the record changed.
             */
            created_at: string;
            /** Format: uuid */
            shop_id: string;
            data: {
                /** Format: uuid */
                id: string;
                /** @enum {string} */
                kind: "note" | "status_changed";
                /** @description The text of a note. */
                body: string | null;
                /**
                 * @description The status before the change.
                 * @enum {string|null}
                 */
                from: "new" | "contacted" | "qualified" | "quoted" | "won" | "lost" | "cold" | null;
                /**
                 * @description The status after the change.
                 * @enum {string|null}
                 */
                to: "new" | "contacted" | "qualified" | "quoted" | "won" | "lost" | "cold" | null;
                /** Format: date-time */
                created_at: string;
                /**
                 * Format: uuid
                 * @description The lead.
                 */
                lead_id: string;
            };
            cause: components["schemas"]["EventCause"];
        };
        /** @description The old values of the fields that changed. Absent if the record is new. */
        PreviousEntryOfLead: {
            /** Format: uuid */
            id?: string;
            /** @enum {string} */
            kind?: "note" | "status_changed";
            /** @description The text of a note. */
            body?: string | null;
            /**
             * @description The status before the change.
             * @enum {string|null}
             */
            from?: "new" | "contacted" | "qualified" | "quoted" | "won" | "lost" | "cold" | null;
            /**
             * @description The status after the change.
             * @enum {string|null}
             */
            to?: "new" | "contacted" | "qualified" | "quoted" | "won" | "lost" | "cold" | null;
            /** Format: date-time */
            created_at?: string;
            /**
             * Format: uuid
             * @description The lead.
             */
            lead_id?: string;
        };
        LeadTimelineUpdatedEvent: {
            /** @description The place in the feed. Null: the feed has no such event. */
            number: number | null;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            type: "lead_timeline.updated";
            /**
             * Format: date-time
             * @description The time when the record changed.
             */
            created_at: string;
            /** Format: uuid */
            shop_id: string;
            data: {
                /** Format: uuid */
                id: string;
                /** @enum {string} */
                kind: "note" | "status_changed";
                /** @description The text of a note. */
                body: string | null;
                /**
                 * @description The status before the change.
                 * @enum {string|null}
                 */
                from: "new" | "contacted" | "qualified" | "quoted" | "won" | "lost" | "cold" | null;
                /**
                 * @description The status after the change.
                 * @enum {string|null}
                 */
                to: "new" | "contacted" | "qualified" | "quoted" | "won" | "lost" | "cold" | null;
                /** Format: date-time */
                created_at: string;
                /**
                 * Format: uuid
                 * @description The lead.
                 */
                lead_id: string;
                previous?: components["schemas"]["PreviousEntryOfLead"];
            };
            cause: components["schemas"]["EventCause"];
        };
        CustomerCreatedEvent: {
            /** @description The place in the feed. Null: the feed has no such event. */
            number: number | null;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            type: "customer.created";
            /**
             * Format: date-time
             * @description The time when the record changed.
             */
            created_at: string;
            /** Format: uuid */
            shop_id: string;
            data: {
                /** Format: uuid */
                id: string;
                /** @description Display name, or `—` if the record has none. */
                name: string;
                /** @description In lower case. */
                email: string | null;
                /** @description E.164. */
                phone: string | null;
                city: string | null;
                /** @description Province or state. */
                region: string | null;
                postal_code: string | null;
                /** @description Empty if there are none. */
                tags: string[];
                is_vip: boolean;
                /** Format: date-time */
                created_at: string;
                /**
                 * Format: date-time
                 * @description The last change of the record’s own fields.
                 */
                updated_at: string | null;
                /** @description The id of the record in another system. */
                external_id: string | null;
                /** @description Facts of other systems, by name. */
                metadata: {
                    [key: string]: string;
                };
            };
            cause: components["schemas"]["EventCause"];
        };
        /** @description The old values of the fields that changed. Absent if the record is new. */
        PreviousCustomer: {
            /** Format: uuid */
            id?: string;
            /** @description Display name, or `—` if the record has none. */
            name?: string;
            /** @description In lower case. */
            email?: string | null;
            /** @description E.164. */
            phone?: string | null;
            city?: string | null;
            /** @description Province or state. */
            region?: string | null;
            postal_code?: string | null;
            /** @description Empty if there are none. */
            tags?: string[];
            is_vip?: boolean;
            /** Format: date-time */
            created_at?: string;
            /**
             * Format: date-time
             * @description The last change of the record’s own fields.
             */
            updated_at?: string | null;
            /** @description The id of the record in another system. */
            external_id?: string | null;
            /** @description Facts of other systems, by name. */
            metadata?: {
                [key: string]: string;
            };
        };
        CustomerUpdatedEvent: {
            /** @description The place in the feed. Null: the feed has no such event. */
            number: number | null;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            type: "customer.updated";
            /**
             * Format: date-time
             * @description The time when the record changed.
             */
            created_at: string;
            /** Format: uuid */
            shop_id: string;
            data: {
                /** Format: uuid */
                id: string;
                /** @description Display name, or `—` if the record has none. */
                name: string;
                /** @description In lower case. */
                email: string | null;
                /** @description E.164. */
                phone: string | null;
                city: string | null;
                /** @description Province or state. */
                region: string | null;
                postal_code: string | null;
                /** @description Empty if there are none. */
                tags: string[];
                is_vip: boolean;
                /** Format: date-time */
                created_at: string;
                /**
                 * Format: date-time
                 * @description The last change of the record’s own fields.
                 */
                updated_at: string | null;
                /** @description The id of the record in another system. */
                external_id: string | null;
                /** @description Facts of other systems, by name. */
                metadata: {
                    [key: string]: string;
                };
                previous?: components["schemas"]["PreviousCustomer"];
            };
            cause: components["schemas"]["EventCause"];
        };
        CustomerErasedEvent: {
            /** @description The place in the feed. Null: the feed has no such event. */
            number: number | null;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            type: "customer.erased";
            /**
             * Format: date-time
             * @description The time when the record changed.
             */
            created_at: string;
            /** Format: uuid */
            shop_id: string;
            data: {
                /** Format: uuid */
                id: string;
                /** @description The threads that were emptied. */
                threads: string[];
                /** @description The leads that were emptied. */
                leads: string[];
            };
            cause: components["schemas"]["EventCause"];
        };
        VehicleCreatedEvent: {
            /** @description The place in the feed. Null: the feed has no such event. */
            number: number | null;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            type: "vehicle.created";
            /**
             * Format: date-time
             * @description The time when the record changed.
             */
            created_at: string;
            /** Format: uuid */
            shop_id: string;
            data: {
                /** Format: uuid */
                id: string;
                /**
                 * Format: uuid
                 * @description The owner.
                 */
                customer_id: string;
                /** @description Year, make, model and trim. */
                label: string | null;
                /** @description Model year. */
                year: number | null;
                make: string | null;
                model: string | null;
                trim: string | null;
                color: string | null;
                /** @description 17 characters, in upper case. */
                vin: string | null;
                /** @description The plate as it was recorded. */
                license_plate: string | null;
                mileage: number | null;
                /** @description Body category; `other` when unknown. */
                vehicle_type: string;
                /** Format: date-time */
                created_at: string;
                /**
                 * Format: date-time
                 * @description The last change of the record’s own fields.
                 */
                updated_at: string | null;
                /** @description The id of the record in another system. */
                external_id: string | null;
                /** @description Facts of other systems, by name. */
                metadata: {
                    [key: string]: string;
                };
            };
            cause: components["schemas"]["EventCause"];
        };
        /** @description The old values of the fields that changed. Absent if the record is new. */
        PreviousVehicle: {
            /** Format: uuid */
            id?: string;
            /**
             * Format: uuid
             * @description The owner.
             */
            customer_id?: string;
            /** @description Year, make, model and trim. */
            label?: string | null;
            /** @description Model year. */
            year?: number | null;
            make?: string | null;
            model?: string | null;
            trim?: string | null;
            color?: string | null;
            /** @description 17 characters, in upper case. */
            vin?: string | null;
            /** @description The plate as it was recorded. */
            license_plate?: string | null;
            mileage?: number | null;
            /** @description Body category; `other` when unknown. */
            vehicle_type?: string;
            /** Format: date-time */
            created_at?: string;
            /**
             * Format: date-time
             * @description The last change of the record’s own fields.
             */
            updated_at?: string | null;
            /** @description The id of the record in another system. */
            external_id?: string | null;
            /** @description Facts of other systems, by name. */
            metadata?: {
                [key: string]: string;
            };
        };
        VehicleUpdatedEvent: {
            /** @description The place in the feed. Null: the feed has no such event. */
            number: number | null;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            type: "vehicle.updated";
            /**
             * Format: date-time
             * @description The time when the record changed.
             */
            created_at: string;
            /** Format: uuid */
            shop_id: string;
            data: {
                /** Format: uuid */
                id: string;
                /**
                 * Format: uuid
                 * @description The owner.
                 */
                customer_id: string;
                /** @description Year, make, model and trim. */
                label: string | null;
                /** @description Model year. */
                year: number | null;
                make: string | null;
                model: string | null;
                trim: string | null;
                color: string | null;
                /** @description 17 characters, in upper case. */
                vin: string | null;
                /** @description The plate as it was recorded. */
                license_plate: string | null;
                mileage: number | null;
                /** @description Body category; `other` when unknown. */
                vehicle_type: string;
                /** Format: date-time */
                created_at: string;
                /**
                 * Format: date-time
                 * @description The last change of the record’s own fields.
                 */
                updated_at: string | null;
                /** @description The id of the record in another system. */
                external_id: string | null;
                /** @description Facts of other systems, by name. */
                metadata: {
                    [key: string]: string;
                };
                previous?: components["schemas"]["PreviousVehicle"];
            };
            cause: components["schemas"]["EventCause"];
        };
        QuoteCreatedEvent: {
            /** @description The place in the feed. Null: the feed has no such event. */
            number: number | null;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            type: "quote.created";
            /**
             * Format: date-time
             * @description The time when the record changed.
             */
            created_at: string;
            /** Format: uuid */
            shop_id: string;
            data: {
                /** Format: uuid */
                id: string;
                /** @description Shop-visible number. */
                number: number;
                /** Format: uuid */
                customer_id: string;
                /** @enum {string} */
                status: "draft" | "sent" | "viewed" | "accepted" | "declined" | "expired";
                /** @description Tax included, in the shop’s currency. */
                total: number;
                /** Format: date-time */
                created_at: string;
                /**
                 * Format: date-time
                 * @description The last change of the record’s own fields.
                 */
                updated_at: string | null;
            };
            cause: components["schemas"]["EventCause"];
        };
        /** @description The old values of the fields that changed. Absent if the record is new. */
        PreviousQuote: {
            /** Format: uuid */
            id?: string;
            /** @description Shop-visible number. */
            number?: number;
            /** Format: uuid */
            customer_id?: string;
            /** @enum {string} */
            status?: "draft" | "sent" | "viewed" | "accepted" | "declined" | "expired";
            /** @description Tax included, in the shop’s currency. */
            total?: number;
            /** Format: date-time */
            created_at?: string;
            /**
             * Format: date-time
             * @description The last change of the record’s own fields.
             */
            updated_at?: string | null;
        };
        QuoteUpdatedEvent: {
            /** @description The place in the feed. Null: the feed has no such event. */
            number: number | null;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            type: "quote.updated";
            /**
             * Format: date-time
             * @description The time when the record changed.
             */
            created_at: string;
            /** Format: uuid */
            shop_id: string;
            data: {
                /** Format: uuid */
                id: string;
                /** @description Shop-visible number. */
                number: number;
                /** Format: uuid */
                customer_id: string;
                /** @enum {string} */
                status: "draft" | "sent" | "viewed" | "accepted" | "declined" | "expired";
                /** @description Tax included, in the shop’s currency. */
                total: number;
                /** Format: date-time */
                created_at: string;
                /**
                 * Format: date-time
                 * @description The last change of the record’s own fields.
                 */
                updated_at: string | null;
                previous?: components["schemas"]["PreviousQuote"];
            };
            cause: components["schemas"]["EventCause"];
        };
        InvoiceCreatedEvent: {
            /** @description The place in the feed. Null: the feed has no such event. */
            number: number | null;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            type: "invoice.created";
            /**
             * Format: date-time
             * @description The time when the record changed.
             */
            created_at: string;
            /** Format: uuid */
            shop_id: string;
            data: {
                /** Format: uuid */
                id: string;
                /** @description Shop-visible number. */
                number: number;
                /** Format: uuid */
                customer_id: string;
                /** @enum {string} */
                status: "draft" | "open" | "partial" | "paid" | "void" | "refunded";
                /** @description Tax included, in the shop’s currency. */
                total: number;
                /** @description The amount still owing: 0 once paid in full, null on `draft` and `void`. */
                balance: number | null;
                /** Format: date-time */
                created_at: string;
                /**
                 * Format: date-time
                 * @description The last change of the record’s own fields.
                 */
                updated_at: string | null;
            };
            cause: components["schemas"]["EventCause"];
        };
        /** @description The old values of the fields that changed. Absent if the record is new. */
        PreviousInvoice: {
            /** Format: uuid */
            id?: string;
            /** @description Shop-visible number. */
            number?: number;
            /** Format: uuid */
            customer_id?: string;
            /** @enum {string} */
            status?: "draft" | "open" | "partial" | "paid" | "void" | "refunded";
            /** @description Tax included, in the shop’s currency. */
            total?: number;
            /** @description The amount still owing: 0 once paid in full, null on `draft` and `void`. */
            balance?: number | null;
            /** Format: date-time */
            created_at?: string;
            /**
             * Format: date-time
             * @description The last change of the record’s own fields.
             */
            updated_at?: string | null;
        };
        InvoiceUpdatedEvent: {
            /** @description The place in the feed. Null: the feed has no such event. */
            number: number | null;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            type: "invoice.updated";
            /**
             * Format: date-time
             * @description The time when the record changed.
             */
            created_at: string;
            /** Format: uuid */
            shop_id: string;
            data: {
                /** Format: uuid */
                id: string;
                /** @description Shop-visible number. */
                number: number;
                /** Format: uuid */
                customer_id: string;
                /** @enum {string} */
                status: "draft" | "open" | "partial" | "paid" | "void" | "refunded";
                /** @description Tax included, in the shop’s currency. */
                total: number;
                /** @description The amount still owing: 0 once paid in full, null on `draft` and `void`. */
                balance: number | null;
                /** Format: date-time */
                created_at: string;
                /**
                 * Format: date-time
                 * @description The last change of the record’s own fields.
                 */
                updated_at: string | null;
                previous?: components["schemas"]["PreviousInvoice"];
            };
            cause: components["schemas"]["EventCause"];
        };
        JobCreatedEvent: {
            /** @description The place in the feed. Null: the feed has no such event. */
            number: number | null;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            type: "job.created";
            /**
             * Format: date-time
             * @description The time when the record changed.
             */
            created_at: string;
            /** Format: uuid */
            shop_id: string;
            data: {
                /** Format: uuid */
                id: string;
                /** @description Shop-visible number. */
                number: number;
                title: string | null;
                /** Format: uuid */
                customer_id: string;
                /** Format: uuid */
                vehicle_id: string | null;
                /** @enum {string} */
                stage: "lead" | "scheduled" | "in_progress" | "curing" | "qa" | "ready" | "completed" | "canceled";
                /**
                 * Format: uuid
                 * @description The `id` of a staff row, not its `user_id`.
                 */
                assignee_id: string | null;
                /**
                 * Format: date-time
                 * @description Null while unscheduled.
                 */
                scheduled_start: string | null;
                /** Format: date-time */
                scheduled_end: string | null;
                /**
                 * Format: date-time
                 * @description The first time that the job was `in_progress` or beyond. Kept when the job moves back.
                 */
                actual_start: string | null;
                /**
                 * Format: date-time
                 * @description The last time that the job entered `completed`. Null in any other stage.
                 */
                actual_end: string | null;
                /** @description The address of a mobile job. */
                location_address: string | null;
                /** Format: date-time */
                created_at: string;
                /**
                 * Format: date-time
                 * @description The last change of the record’s own fields.
                 */
                updated_at: string | null;
                /** @description The id of the record in another system. */
                external_id: string | null;
                /** @description Facts of other systems, by name. */
                metadata: {
                    [key: string]: string;
                };
            };
            cause: components["schemas"]["EventCause"];
        };
        /** @description The old values of the fields that changed. Absent if the record is new. */
        PreviousJob: {
            /** Format: uuid */
            id?: string;
            /** @description Shop-visible number. */
            number?: number;
            title?: string | null;
            /** Format: uuid */
            customer_id?: string;
            /** Format: uuid */
            vehicle_id?: string | null;
            /** @enum {string} */
            stage?: "lead" | "scheduled" | "in_progress" | "curing" | "qa" | "ready" | "completed" | "canceled";
            /**
             * Format: uuid
             * @description The `id` of a staff row, not its `user_id`.
             */
            assignee_id?: string | null;
            /**
             * Format: date-time
             * @description Null while unscheduled.
             */
            scheduled_start?: string | null;
            /** Format: date-time */
            scheduled_end?: string | null;
            /**
             * Format: date-time
             * @description The first time that the job was `in_progress` or beyond. Kept when the job moves back.
             */
            actual_start?: string | null;
            /**
             * Format: date-time
             * @description The last time that the job entered `completed`. Null in any other stage.
             */
            actual_end?: string | null;
            /** @description The address of a mobile job. */
            location_address?: string | null;
            /** Format: date-time */
            created_at?: string;
            /**
             * Format: date-time
             * @description The last change of the record’s own fields.
             */
            updated_at?: string | null;
            /** @description The id of the record in another system. */
            external_id?: string | null;
            /** @description Facts of other systems, by name. */
            metadata?: {
                [key: string]: string;
            };
        };
        JobUpdatedEvent: {
            /** @description The place in the feed. Null: the feed has no such event. */
            number: number | null;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            type: "job.updated";
            /**
             * Format: date-time
             * @description The time when the record changed.
             */
            created_at: string;
            /** Format: uuid */
            shop_id: string;
            data: {
                /** Format: uuid */
                id: string;
                /** @description Shop-visible number. */
                number: number;
                title: string | null;
                /** Format: uuid */
                customer_id: string;
                /** Format: uuid */
                vehicle_id: string | null;
                /** @enum {string} */
                stage: "lead" | "scheduled" | "in_progress" | "curing" | "qa" | "ready" | "completed" | "canceled";
                /**
                 * Format: uuid
                 * @description The `id` of a staff row, not its `user_id`.
                 */
                assignee_id: string | null;
                /**
                 * Format: date-time
                 * @description Null while unscheduled.
                 */
                scheduled_start: string | null;
                /** Format: date-time */
                scheduled_end: string | null;
                /**
                 * Format: date-time
                 * @description The first time that the job was `in_progress` or beyond. Kept when the job moves back.
                 */
                actual_start: string | null;
                /**
                 * Format: date-time
                 * @description The last time that the job entered `completed`. Null in any other stage.
                 */
                actual_end: string | null;
                /** @description The address of a mobile job. */
                location_address: string | null;
                /** Format: date-time */
                created_at: string;
                /**
                 * Format: date-time
                 * @description The last change of the record’s own fields.
                 */
                updated_at: string | null;
                /** @description The id of the record in another system. */
                external_id: string | null;
                /** @description Facts of other systems, by name. */
                metadata: {
                    [key: string]: string;
                };
                previous?: components["schemas"]["PreviousJob"];
            };
            cause: components["schemas"]["EventCause"];
        };
        JobStageChangedEvent: {
            /** @description The place in the feed. Null: the feed has no such event. */
            number: number | null;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            type: "job.stage_changed";
            /**
             * Format: date-time
             * @description The time when the record changed.
             */
            created_at: string;
            /** Format: uuid */
            shop_id: string;
            data: {
                /** Format: uuid */
                id: string;
                /** @description Shop-visible number. */
                number: number;
                title: string | null;
                /** Format: uuid */
                customer_id: string;
                /** Format: uuid */
                vehicle_id: string | null;
                /** @enum {string} */
                stage: "lead" | "scheduled" | "in_progress" | "curing" | "qa" | "ready" | "completed" | "canceled";
                /**
                 * Format: uuid
                 * @description The `id` of a staff row, not its `user_id`.
                 */
                assignee_id: string | null;
                /**
                 * Format: date-time
                 * @description Null while unscheduled.
                 */
                scheduled_start: string | null;
                /** Format: date-time */
                scheduled_end: string | null;
                /**
                 * Format: date-time
                 * @description The first time that the job was `in_progress` or beyond. Kept when the job moves back.
                 */
                actual_start: string | null;
                /**
                 * Format: date-time
                 * @description The last time that the job entered `completed`. Null in any other stage.
                 */
                actual_end: string | null;
                /** @description The address of a mobile job. */
                location_address: string | null;
                /** Format: date-time */
                created_at: string;
                /**
                 * Format: date-time
                 * @description The last change of the record’s own fields.
                 */
                updated_at: string | null;
                /** @description The id of the record in another system. */
                external_id: string | null;
                /** @description Facts of other systems, by name. */
                metadata: {
                    [key: string]: string;
                };
                /**
                 * @description The stage before the move.
                 * @enum {string}
                 */
                from: "lead" | "scheduled" | "in_progress" | "curing" | "qa" | "ready" | "completed" | "canceled";
                /**
                 * @description The stage after the move.
                 * @enum {string}
                 */
                to: "lead" | "scheduled" | "in_progress" | "curing" | "qa" | "ready" | "completed" | "canceled";
                by: {
                    /**
                     * Format: uuid
                     * @description The API key that called.
                     */
                    key_id: string;
                    /**
                     * Format: uuid
                     * @description The staff user whom the key acts for.
                     */
                    user_id: string | null;
                };
                previous?: components["schemas"]["PreviousJob"];
            };
            cause: components["schemas"]["EventCause"];
        };
        /** @description The old values of the fields that changed. Absent if the record is new. */
        PreviousAppointment: {
            /**
             * Format: uuid
             * @description The id of the appointment’s job.
             */
            id?: string;
            /** Format: uuid */
            job_id?: string;
            /** @description The job’s shop-visible number. */
            number?: number;
            title?: string | null;
            /** Format: date-time */
            starts_at?: string;
            /**
             * Format: date-time
             * @description Null if the job has no end.
             */
            ends_at?: string | null;
            /**
             * @description Derived from the stage.
             * @enum {string}
             */
            status?: "scheduled" | "in_progress" | "completed" | "canceled";
            /** @enum {string} */
            stage?: "lead" | "scheduled" | "in_progress" | "curing" | "qa" | "ready" | "completed" | "canceled";
            /**
             * Format: uuid
             * @description The profile `id` of a staff row.
             */
            assignee_id?: string | null;
            bay?: string | null;
            /** @description The address of a mobile job. */
            location_address?: string | null;
            customer?: {
                /** Format: uuid */
                id: string;
                /** @description A dash if the record has no name. */
                name: string;
                /** @description E.164. */
                phone: string | null;
                email: string | null;
            };
            vehicle?: {
                /** Format: uuid */
                id: string;
                /** @description Year, make, model and trim. */
                label: string | null;
                license_plate: string | null;
                vin: string | null;
            } | null;
            /** Format: date-time */
            created_at?: string;
        };
        AppointmentChangedEvent: {
            /** @description The place in the feed. Null: the feed has no such event. */
            number: number | null;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            type: "appointment.changed";
            /**
             * Format: date-time
             * @description The time when the record changed.
             */
            created_at: string;
            /** Format: uuid */
            shop_id: string;
            data: {
                /**
                 * Format: uuid
                 * @description The id of the appointment’s job.
                 */
                id: string;
                /** Format: uuid */
                job_id: string;
                /** @description The job’s shop-visible number. */
                number: number;
                title: string | null;
                /** Format: date-time */
                starts_at: string;
                /**
                 * Format: date-time
                 * @description Null if the job has no end.
                 */
                ends_at: string | null;
                /**
                 * @description Derived from the stage.
                 * @enum {string}
                 */
                status: "scheduled" | "in_progress" | "completed" | "canceled";
                /** @enum {string} */
                stage: "lead" | "scheduled" | "in_progress" | "curing" | "qa" | "ready" | "completed" | "canceled";
                /**
                 * Format: uuid
                 * @description The profile `id` of a staff row.
                 */
                assignee_id: string | null;
                bay: string | null;
                /** @description The address of a mobile job. */
                location_address: string | null;
                customer: {
                    /** Format: uuid */
                    id: string;
                    /** @description A dash if the record has no name. */
                    name: string;
                    /** @description E.164. */
                    phone: string | null;
                    email: string | null;
                };
                vehicle: {
                    /** Format: uuid */
                    id: string;
                    /** @description Year, make, model and trim. */
                    label: string | null;
                    license_plate: string | null;
                    vin: string | null;
                } | null;
                /** Format: date-time */
                created_at: string;
                previous?: components["schemas"]["PreviousAppointment"];
            };
            cause: components["schemas"]["EventCause"];
        };
        TaskCreatedEvent: {
            /** @description The place in the feed. Null: the feed has no such event. */
            number: number | null;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            type: "task.created";
            /**
             * Format: date-time
             * @description The time when the record changed.
             */
            created_at: string;
            /** Format: uuid */
            shop_id: string;
            data: {
                /** Format: uuid */
                id: string;
                /** @description One line. */
                title: string;
                notes: string | null;
                /** @enum {string} */
                status: "open" | "done" | "canceled";
                /** @enum {string} */
                priority: "low" | "normal" | "high";
                /**
                 * Format: date-time
                 * @description Null if the task has no due time.
                 */
                due_at: string | null;
                /** @description Open and past due; computed at read time. */
                overdue: boolean;
                /**
                 * Format: date-time
                 * @description Cleared when the task is reopened. Null on canceled tasks.
                 */
                completed_at: string | null;
                /** Format: date-time */
                created_at: string;
                /**
                 * Format: date-time
                 * @description The last change of the record’s own fields.
                 */
                updated_at: string | null;
                /** @description The id of the record in another system. */
                external_id: string | null;
                /** @description Facts of other systems, by name. */
                metadata: {
                    [key: string]: string;
                };
                /**
                 * Format: uuid
                 * @description The thread that the task is about.
                 */
                conversation_id: string | null;
                /** @description The display name of the thread’s contact. */
                conversation_label: string | null;
                /** Format: uuid */
                customer_id: string | null;
                /** Format: uuid */
                job_id: string | null;
                /**
                 * Format: uuid
                 * @description The message that led to the task.
                 */
                message_id: string | null;
                /**
                 * Format: uuid
                 * @description A staff `user_id`.
                 */
                assigned_to: string | null;
                assignee_name: string | null;
            };
            cause: components["schemas"]["EventCause"];
        };
        /** @description The old values of the fields that changed. Absent if the record is new. */
        PreviousTask: {
            /** Format: uuid */
            id?: string;
            /** @description One line. */
            title?: string;
            notes?: string | null;
            /** @enum {string} */
            status?: "open" | "done" | "canceled";
            /** @enum {string} */
            priority?: "low" | "normal" | "high";
            /**
             * Format: date-time
             * @description Null if the task has no due time.
             */
            due_at?: string | null;
            /** @description Open and past due; computed at read time. */
            overdue?: boolean;
            /**
             * Format: date-time
             * @description Cleared when the task is reopened. Null on canceled tasks.
             */
            completed_at?: string | null;
            /** Format: date-time */
            created_at?: string;
            /**
             * Format: date-time
             * @description The last change of the record’s own fields.
             */
            updated_at?: string | null;
            /** @description The id of the record in another system. */
            external_id?: string | null;
            /** @description Facts of other systems, by name. */
            metadata?: {
                [key: string]: string;
            };
            /**
             * Format: uuid
             * @description The thread that the task is about.
             */
            conversation_id?: string | null;
            /** @description The display name of the thread’s contact. */
            conversation_label?: string | null;
            /** Format: uuid */
            customer_id?: string | null;
            /** Format: uuid */
            job_id?: string | null;
            /**
             * Format: uuid
             * @description The message that led to the task.
             */
            message_id?: string | null;
            /**
             * Format: uuid
             * @description A staff `user_id`.
             */
            assigned_to?: string | null;
            assignee_name?: string | null;
        };
        TaskUpdatedEvent: {
            /** @description The place in the feed. Null: the feed has no such event. */
            number: number | null;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            type: "task.updated";
            /**
             * Format: date-time
             * @description The time when the record changed.
             */
            created_at: string;
            /** Format: uuid */
            shop_id: string;
            data: {
                /** Format: uuid */
                id: string;
                /** @description One line. */
                title: string;
                notes: string | null;
                /** @enum {string} */
                status: "open" | "done" | "canceled";
                /** @enum {string} */
                priority: "low" | "normal" | "high";
                /**
                 * Format: date-time
                 * @description Null if the task has no due time.
                 */
                due_at: string | null;
                /** @description Open and past due; computed at read time. */
                overdue: boolean;
                /**
                 * Format: date-time
                 * @description Cleared when the task is reopened. Null on canceled tasks.
                 */
                completed_at: string | null;
                /** Format: date-time */
                created_at: string;
                /**
                 * Format: date-time
                 * @description The last change of the record’s own fields.
                 */
                updated_at: string | null;
                /** @description The id of the record in another system. */
                external_id: string | null;
                /** @description Facts of other systems, by name. */
                metadata: {
                    [key: string]: string;
                };
                /**
                 * Format: uuid
                 * @description The thread that the task is about.
                 */
                conversation_id: string | null;
                /** @description The display name of the thread’s contact. */
                conversation_label: string | null;
                /** Format: uuid */
                customer_id: string | null;
                /** Format: uuid */
                job_id: string | null;
                /**
                 * Format: uuid
                 * @description The message that led to the task.
                 */
                message_id: string | null;
                /**
                 * Format: uuid
                 * @description A staff `user_id`.
                 */
                assigned_to: string | null;
                assignee_name: string | null;
                previous?: components["schemas"]["PreviousTask"];
            };
            cause: components["schemas"]["EventCause"];
        };
        TaskCompletedEvent: {
            /** @description The place in the feed. Null: the feed has no such event. */
            number: number | null;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            type: "task.completed";
            /**
             * Format: date-time
             * @description The time when the record changed.
             */
            created_at: string;
            /** Format: uuid */
            shop_id: string;
            data: {
                /** Format: uuid */
                id: string;
                /** @description One line. */
                title: string;
                notes: string | null;
                /** @enum {string} */
                status: "open" | "done" | "canceled";
                /** @enum {string} */
                priority: "low" | "normal" | "high";
                /**
                 * Format: date-time
                 * @description Null if the task has no due time.
                 */
                due_at: string | null;
                /** @description Open and past due; computed at read time. */
                overdue: boolean;
                /**
                 * Format: date-time
                 * @description Cleared when the task is reopened. Null on canceled tasks.
                 */
                completed_at: string | null;
                /** Format: date-time */
                created_at: string;
                /**
                 * Format: date-time
                 * @description The last change of the record’s own fields.
                 */
                updated_at: string | null;
                /** @description The id of the record in another system. */
                external_id: string | null;
                /** @description Facts of other systems, by name. */
                metadata: {
                    [key: string]: string;
                };
                /**
                 * Format: uuid
                 * @description The thread that the task is about.
                 */
                conversation_id: string | null;
                /** @description The display name of the thread’s contact. */
                conversation_label: string | null;
                /** Format: uuid */
                customer_id: string | null;
                /** Format: uuid */
                job_id: string | null;
                /**
                 * Format: uuid
                 * @description The message that led to the task.
                 */
                message_id: string | null;
                /**
                 * Format: uuid
                 * @description A staff `user_id`.
                 */
                assigned_to: string | null;
                assignee_name: string | null;
                previous?: components["schemas"]["PreviousTask"];
            };
            cause: components["schemas"]["EventCause"];
        };
        TaskReopenedEvent: {
            /** @description The place in the feed. Null: the feed has no such event. */
            number: number | null;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            type: "task.reopened";
            /**
             * Format: date-time
             * @description The time when the record changed.
             */
            created_at: string;
            /** Format: uuid */
            shop_id: string;
            data: {
                /** Format: uuid */
                id: string;
                /** @description One line. */
                title: string;
                notes: string | null;
                /** @enum {string} */
                status: "open" | "done" | "canceled";
                /** @enum {string} */
                priority: "low" | "normal" | "high";
                /**
                 * Format: date-time
                 * @description Null if the task has no due time.
                 */
                due_at: string | null;
                /** @description Open and past due; computed at read time. */
                overdue: boolean;
                /**
                 * Format: date-time
                 * @description Cleared when the task is reopened. Null on canceled tasks.
                 */
                completed_at: string | null;
                /** Format: date-time */
                created_at: string;
                /**
                 * Format: date-time
                 * @description The last change of the record’s own fields.
                 */
                updated_at: string | null;
                /** @description The id of the record in another system. */
                external_id: string | null;
                /** @description Facts of other systems, by name. */
                metadata: {
                    [key: string]: string;
                };
                /**
                 * Format: uuid
                 * @description The thread that the task is about.
                 */
                conversation_id: string | null;
                /** @description The display name of the thread’s contact. */
                conversation_label: string | null;
                /** Format: uuid */
                customer_id: string | null;
                /** Format: uuid */
                job_id: string | null;
                /**
                 * Format: uuid
                 * @description The message that led to the task.
                 */
                message_id: string | null;
                /**
                 * Format: uuid
                 * @description A staff `user_id`.
                 */
                assigned_to: string | null;
                assignee_name: string | null;
                previous?: components["schemas"]["PreviousTask"];
            };
            cause: components["schemas"]["EventCause"];
        };
        TaskCanceledEvent: {
            /** @description The place in the feed. Null: the feed has no such event. */
            number: number | null;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            type: "task.canceled";
            /**
             * Format: date-time
             * @description The time when the record changed.
             */
            created_at: string;
            /** Format: uuid */
            shop_id: string;
            data: {
                /** Format: uuid */
                id: string;
                /** @description One line. */
                title: string;
                notes: string | null;
                /** @enum {string} */
                status: "open" | "done" | "canceled";
                /** @enum {string} */
                priority: "low" | "normal" | "high";
                /**
                 * Format: date-time
                 * @description Null if the task has no due time.
                 */
                due_at: string | null;
                /** @description Open and past due; computed at read time. */
                overdue: boolean;
                /**
                 * Format: date-time
                 * @description Cleared when the task is reopened. Null on canceled tasks.
                 */
                completed_at: string | null;
                /** Format: date-time */
                created_at: string;
                /**
                 * Format: date-time
                 * @description The last change of the record’s own fields.
                 */
                updated_at: string | null;
                /** @description The id of the record in another system. */
                external_id: string | null;
                /** @description Facts of other systems, by name. */
                metadata: {
                    [key: string]: string;
                };
                /**
                 * Format: uuid
                 * @description The thread that the task is about.
                 */
                conversation_id: string | null;
                /** @description The display name of the thread’s contact. */
                conversation_label: string | null;
                /** Format: uuid */
                customer_id: string | null;
                /** Format: uuid */
                job_id: string | null;
                /**
                 * Format: uuid
                 * @description The message that led to the task.
                 */
                message_id: string | null;
                /**
                 * Format: uuid
                 * @description A staff `user_id`.
                 */
                assigned_to: string | null;
                assignee_name: string | null;
                previous?: components["schemas"]["PreviousTask"];
            };
            cause: components["schemas"]["EventCause"];
        };
        TaskAssignedEvent: {
            /** @description The place in the feed. Null: the feed has no such event. */
            number: number | null;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            type: "task.assigned";
            /**
             * Format: date-time
             * @description The time when the record changed.
             */
            created_at: string;
            /** Format: uuid */
            shop_id: string;
            data: {
                /** Format: uuid */
                id: string;
                /** @description One line. */
                title: string;
                notes: string | null;
                /** @enum {string} */
                status: "open" | "done" | "canceled";
                /** @enum {string} */
                priority: "low" | "normal" | "high";
                /**
                 * Format: date-time
                 * @description Null if the task has no due time.
                 */
                due_at: string | null;
                /** @description Open and past due; computed at read time. */
                overdue: boolean;
                /**
                 * Format: date-time
                 * @description Cleared when the task is reopened. Null on canceled tasks.
                 */
                completed_at: string | null;
                /** Format: date-time */
                created_at: string;
                /**
                 * Format: date-time
                 * @description The last change of the record’s own fields.
                 */
                updated_at: string | null;
                /** @description The id of the record in another system. */
                external_id: string | null;
                /** @description Facts of other systems, by name. */
                metadata: {
                    [key: string]: string;
                };
                /**
                 * Format: uuid
                 * @description The thread that the task is about.
                 */
                conversation_id: string | null;
                /** @description The display name of the thread’s contact. */
                conversation_label: string | null;
                /** Format: uuid */
                customer_id: string | null;
                /** Format: uuid */
                job_id: string | null;
                /**
                 * Format: uuid
                 * @description The message that led to the task.
                 */
                message_id: string | null;
                /**
                 * Format: uuid
                 * @description A staff `user_id`.
                 */
                assigned_to: string | null;
                assignee_name: string | null;
                previous?: components["schemas"]["PreviousTask"];
            };
            cause: components["schemas"]["EventCause"];
        };
        ServiceCreatedEvent: {
            /** @description The place in the feed. Null: the feed has no such event. */
            number: number | null;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            type: "service.created";
            /**
             * Format: date-time
             * @description The time when the record changed.
             */
            created_at: string;
            /** Format: uuid */
            shop_id: string;
            data: {
                /** Format: uuid */
                id: string;
                name: string;
                description: string | null;
                category: string | null;
                /** @enum {string} */
                pricing_model: "flat" | "per_sqft" | "per_hour" | "tiered" | "custom";
                /** @description Shop currency; null on `tiered` (priced by vehicle size) and `custom` (by quote). */
                base_price: number | null;
                duration_minutes: number | null;
                cure_time_hours: number | null;
                /** @description True if the service is still sold. */
                active: boolean;
                /** @description True if the public booking page shows the service. */
                bookable: boolean;
                /** @description True if the service is an extra to another service. */
                addon: boolean;
                tax_exempt: boolean;
                sku: string | null;
                /** @description The prices by vehicle size, the smallest size first. Empty unless `tiered`. */
                tiers: {
                    /** @enum {string} */
                    vehicle_size: "compact" | "sedan" | "suv" | "truck" | "van" | "oversize";
                    /** @description Shop currency. */
                    price: number;
                    duration_minutes: number | null;
                }[];
                deposit: {
                    /** @enum {string} */
                    type: "none" | "fixed" | "percent";
                    /** @description `fixed`: an amount in shop currency; `percent`: of the price; null on `none`. */
                    value: number | null;
                };
                image_url: string | null;
            };
            cause: components["schemas"]["EventCause"];
        };
        /** @description The old values of the fields that changed. Absent if the record is new. */
        PreviousServiceDetail: {
            /** Format: uuid */
            id?: string;
            name?: string;
            description?: string | null;
            category?: string | null;
            /** @enum {string} */
            pricing_model?: "flat" | "per_sqft" | "per_hour" | "tiered" | "custom";
            /** @description Shop currency; null on `tiered` (priced by vehicle size) and `custom` (by quote). */
            base_price?: number | null;
            duration_minutes?: number | null;
            cure_time_hours?: number | null;
            /** @description True if the service is still sold. */
            active?: boolean;
            /** @description True if the public booking page shows the service. */
            bookable?: boolean;
            /** @description True if the service is an extra to another service. */
            addon?: boolean;
            tax_exempt?: boolean;
            sku?: string | null;
            /** @description The prices by vehicle size, the smallest size first. Empty unless `tiered`. */
            tiers?: {
                /** @enum {string} */
                vehicle_size: "compact" | "sedan" | "suv" | "truck" | "van" | "oversize";
                /** @description Shop currency. */
                price: number;
                duration_minutes: number | null;
            }[];
            deposit?: {
                /** @enum {string} */
                type: "none" | "fixed" | "percent";
                /** @description `fixed`: an amount in shop currency; `percent`: of the price; null on `none`. */
                value: number | null;
            };
            image_url?: string | null;
        };
        ServiceUpdatedEvent: {
            /** @description The place in the feed. Null: the feed has no such event. */
            number: number | null;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            type: "service.updated";
            /**
             * Format: date-time
             * @description The time when the record changed.
             */
            created_at: string;
            /** Format: uuid */
            shop_id: string;
            data: {
                /** Format: uuid */
                id: string;
                name: string;
                description: string | null;
                category: string | null;
                /** @enum {string} */
                pricing_model: "flat" | "per_sqft" | "per_hour" | "tiered" | "custom";
                /** @description Shop currency; null on `tiered` (priced by vehicle size) and `custom` (by quote). */
                base_price: number | null;
                duration_minutes: number | null;
                cure_time_hours: number | null;
                /** @description True if the service is still sold. */
                active: boolean;
                /** @description True if the public booking page shows the service. */
                bookable: boolean;
                /** @description True if the service is an extra to another service. */
                addon: boolean;
                tax_exempt: boolean;
                sku: string | null;
                /** @description The prices by vehicle size, the smallest size first. Empty unless `tiered`. */
                tiers: {
                    /** @enum {string} */
                    vehicle_size: "compact" | "sedan" | "suv" | "truck" | "van" | "oversize";
                    /** @description Shop currency. */
                    price: number;
                    duration_minutes: number | null;
                }[];
                deposit: {
                    /** @enum {string} */
                    type: "none" | "fixed" | "percent";
                    /** @description `fixed`: an amount in shop currency; `percent`: of the price; null on `none`. */
                    value: number | null;
                };
                image_url: string | null;
                previous?: components["schemas"]["PreviousServiceDetail"];
            };
            cause: components["schemas"]["EventCause"];
        };
        ReviewReceivedEvent: {
            /** @description The place in the feed. Null: the feed has no such event. */
            number: number | null;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            type: "review.received";
            /**
             * Format: date-time
             * @description The time when the record changed.
             */
            created_at: string;
            /** Format: uuid */
            shop_id: string;
            data: {
                /** Format: uuid */
                id: string;
                reviewer_name: string | null;
                /** @description Null if the platform gave no rating. */
                stars: number | null;
                /** @description Null with a rating: the review is only a rating. */
                comment: string | null;
                /** @description The shop’s reply. */
                reply: string | null;
                /** Format: date-time */
                replied_at: string | null;
                /** Format: date-time */
                left_at: string | null;
                /**
                 * Format: uuid
                 * @description Set if the review was matched to a customer.
                 */
                customer_id: string | null;
            };
            cause: components["schemas"]["EventCause"];
        };
        /** @description The old values of the fields that changed. Absent if the record is new. */
        PreviousReview: {
            /** Format: uuid */
            id?: string;
            reviewer_name?: string | null;
            /** @description Null if the platform gave no rating. */
            stars?: number | null;
            /** @description Null with a rating: the review is only a rating. */
            comment?: string | null;
            /** @description The shop’s reply. */
            reply?: string | null;
            /** Format: date-time */
            replied_at?: string | null;
            /** Format: date-time */
            left_at?: string | null;
            /**
             * Format: uuid
             * @description Set if the review was matched to a customer.
             */
            customer_id?: string | null;
        };
        ReviewUpdatedEvent: {
            /** @description The place in the feed. Null: the feed has no such event. */
            number: number | null;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            type: "review.updated";
            /**
             * Format: date-time
             * @description The time when the record changed.
             */
            created_at: string;
            /** Format: uuid */
            shop_id: string;
            data: {
                /** Format: uuid */
                id: string;
                reviewer_name: string | null;
                /** @description Null if the platform gave no rating. */
                stars: number | null;
                /** @description Null with a rating: the review is only a rating. */
                comment: string | null;
                /** @description The shop’s reply. */
                reply: string | null;
                /** Format: date-time */
                replied_at: string | null;
                /** Format: date-time */
                left_at: string | null;
                /**
                 * Format: uuid
                 * @description Set if the review was matched to a customer.
                 */
                customer_id: string | null;
                previous?: components["schemas"]["PreviousReview"];
            };
            cause: components["schemas"]["EventCause"];
        };
        /** @description The old values of the fields that changed. Absent if the record is new. */
        PreviousStaffMember: {
            /**
             * Format: uuid
             * @description The profile id, in `assignee_id`. Either id names a person.
             */
            id?: string;
            /**
             * Format: uuid
             * @description The user id, in `assigned_to`.
             */
            user_id?: string;
            name?: string;
            email?: string | null;
            /** @description E.164. */
            phone?: string | null;
            /** @enum {string} */
            role?: "owner" | "manager" | "advisor" | "technician" | "viewer";
            active?: boolean;
            /** @description True for an active owner, manager or advisor. */
            inbox_access?: boolean;
            /** @description When the person works; “standard”: whenever the shop is open, “closed”: never. */
            hours?: string;
            /** Format: date-time */
            created_at?: string;
        };
        StaffUpdatedEvent: {
            /** @description The place in the feed. Null: the feed has no such event. */
            number: number | null;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            type: "staff.updated";
            /**
             * Format: date-time
             * @description The time when the record changed.
             */
            created_at: string;
            /** Format: uuid */
            shop_id: string;
            data: {
                /**
                 * Format: uuid
                 * @description The profile id, in `assignee_id`. Either id names a person.
                 */
                id: string;
                /**
                 * Format: uuid
                 * @description The user id, in `assigned_to`.
                 */
                user_id: string;
                name: string;
                email: string | null;
                /** @description E.164. */
                phone: string | null;
                /** @enum {string} */
                role: "owner" | "manager" | "advisor" | "technician" | "viewer";
                active: boolean;
                /** @description True for an active owner, manager or advisor. */
                inbox_access: boolean;
                /** @description When the person works; “standard”: whenever the shop is open, “closed”: never. */
                hours: string;
                /** Format: date-time */
                created_at: string;
                previous?: components["schemas"]["PreviousStaffMember"];
            };
            cause: components["schemas"]["EventCause"];
        };
        /** @description The old values of the fields that changed. Absent if the record is new. */
        PreviousPhoneNumber: {
            /** Format: uuid */
            id?: string;
            /** @description E.164. */
            number?: string;
            label?: string | null;
            /** @description The line that customers see and automations use by default. */
            is_primary?: boolean;
            /** @description True if the line can send at all. */
            is_sending?: boolean;
            /** @description True if the line takes texts. */
            sms?: boolean;
            /** @description True if the line takes calls. */
            voice?: boolean;
            /**
             * @description Lists have active and porting lines only.
             * @enum {string}
             */
            status?: "active" | "porting" | "released" | "abandoned";
            /** Format: date-time */
            created_at?: string;
        };
        PhoneNumberUpdatedEvent: {
            /** @description The place in the feed. Null: the feed has no such event. */
            number: number | null;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            type: "phone_number.updated";
            /**
             * Format: date-time
             * @description The time when the record changed.
             */
            created_at: string;
            /** Format: uuid */
            shop_id: string;
            data: {
                /** Format: uuid */
                id: string;
                /** @description E.164. */
                number: string;
                label: string | null;
                /** @description The line that customers see and automations use by default. */
                is_primary: boolean;
                /** @description True if the line can send at all. */
                is_sending: boolean;
                /** @description True if the line takes texts. */
                sms: boolean;
                /** @description True if the line takes calls. */
                voice: boolean;
                /**
                 * @description Lists have active and porting lines only.
                 * @enum {string}
                 */
                status: "active" | "porting" | "released" | "abandoned";
                /** Format: date-time */
                created_at: string;
                previous?: components["schemas"]["PreviousPhoneNumber"];
            };
            cause: components["schemas"]["EventCause"];
        };
        ConversationCreatedEvent: {
            /** @description The place in the feed. Null: the feed has no such event. */
            number: number | null;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            type: "conversation.created";
            /**
             * Format: date-time
             * @description The time when the record changed.
             */
            created_at: string;
            /** Format: uuid */
            shop_id: string;
            data: {
                /** Format: uuid */
                id: string;
                /** Format: uuid */
                customer_id: string | null;
                /** @enum {string} */
                channel: "sms" | "email" | "call" | "webchat" | "whatsapp";
                /** @enum {string} */
                status: "open" | "snoozed" | "closed";
                /** @description Used in email threads. */
                subject: string | null;
                /** @description E.164. Used in text threads. */
                contact_number: string | null;
                /**
                 * Format: uuid
                 * @description The owner’s `user_id`.
                 */
                assigned_to: string | null;
                pinned: boolean;
                /** @description The contact’s last message is later than the shop’s, and nobody has marked it read. */
                unread: boolean;
                /** @description The service’s own agent is answering. */
                is_ai_managed: boolean;
                /** Format: date-time */
                last_message_at: string | null;
                /** Format: date-time */
                last_inbound_at: string | null;
                /**
                 * Format: date-time
                 * @description Includes automated messages.
                 */
                last_outbound_at: string | null;
                /**
                 * Format: date-time
                 * @description A person’s reply only.
                 */
                last_human_outbound_at: string | null;
                /** Format: date-time */
                created_at: string;
                /**
                 * Format: date-time
                 * @description The last change of the record’s own fields.
                 */
                updated_at: string | null;
                /** @description The id of the record in another system. */
                external_id: string | null;
                /** @description Facts of other systems, by name. */
                metadata: {
                    [key: string]: string;
                };
            };
            cause: components["schemas"]["EventCause"];
        };
        /** @description The old values of the fields that changed. Absent if the record is new. */
        PreviousConversation: {
            /** Format: uuid */
            id?: string;
            /** Format: uuid */
            customer_id?: string | null;
            /** @enum {string} */
            channel?: "sms" | "email" | "call" | "webchat" | "whatsapp";
            /** @enum {string} */
            status?: "open" | "snoozed" | "closed";
            /** @description Used in email threads. */
            subject?: string | null;
            /** @description E.164. Used in text threads. */
            contact_number?: string | null;
            /**
             * Format: uuid
             * @description The owner’s `user_id`.
             */
            assigned_to?: string | null;
            pinned?: boolean;
            /** @description The contact’s last message is later than the shop’s, and nobody has marked it read. */
            unread?: boolean;
            /** @description The service’s own agent is answering. */
            is_ai_managed?: boolean;
            /** Format: date-time */
            last_message_at?: string | null;
            /** Format: date-time */
            last_inbound_at?: string | null;
            /**
             * Format: date-time
             * @description Includes automated messages.
             */
            last_outbound_at?: string | null;
            /**
             * Format: date-time
             * @description A person’s reply only.
             */
            last_human_outbound_at?: string | null;
            /** Format: date-time */
            created_at?: string;
            /**
             * Format: date-time
             * @description The last change of the record’s own fields.
             */
            updated_at?: string | null;
            /** @description The id of the record in another system. */
            external_id?: string | null;
            /** @description Facts of other systems, by name. */
            metadata?: {
                [key: string]: string;
            };
        };
        ConversationUpdatedEvent: {
            /** @description The place in the feed. Null: the feed has no such event. */
            number: number | null;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            type: "conversation.updated";
            /**
             * Format: date-time
             * @description The time when the record changed.
             */
            created_at: string;
            /** Format: uuid */
            shop_id: string;
            data: {
                /** Format: uuid */
                id: string;
                /** Format: uuid */
                customer_id: string | null;
                /** @enum {string} */
                channel: "sms" | "email" | "call" | "webchat" | "whatsapp";
                /** @enum {string} */
                status: "open" | "snoozed" | "closed";
                /** @description Used in email threads. */
                subject: string | null;
                /** @description E.164. Used in text threads. */
                contact_number: string | null;
                /**
                 * Format: uuid
                 * @description The owner’s `user_id`.
                 */
                assigned_to: string | null;
                pinned: boolean;
                /** @description The contact’s last message is later than the shop’s, and nobody has marked it read. */
                unread: boolean;
                /** @description The service’s own agent is answering. */
                is_ai_managed: boolean;
                /** Format: date-time */
                last_message_at: string | null;
                /** Format: date-time */
                last_inbound_at: string | null;
                /**
                 * Format: date-time
                 * @description Includes automated messages.
                 */
                last_outbound_at: string | null;
                /**
                 * Format: date-time
                 * @description A person’s reply only.
                 */
                last_human_outbound_at: string | null;
                /** Format: date-time */
                created_at: string;
                /**
                 * Format: date-time
                 * @description The last change of the record’s own fields.
                 */
                updated_at: string | null;
                /** @description The id of the record in another system. */
                external_id: string | null;
                /** @description Facts of other systems, by name. */
                metadata: {
                    [key: string]: string;
                };
                previous?: components["schemas"]["PreviousConversation"];
            };
            cause: components["schemas"]["EventCause"];
        };
        ConversationAssignedEvent: {
            /** @description The place in the feed. Null: the feed has no such event. */
            number: number | null;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            type: "conversation.assigned";
            /**
             * Format: date-time
             * @description The time when the record changed.
             */
            created_at: string;
            /** Format: uuid */
            shop_id: string;
            data: {
                /** Format: uuid */
                id: string;
                /** Format: uuid */
                customer_id: string | null;
                /** @enum {string} */
                channel: "sms" | "email" | "call" | "webchat" | "whatsapp";
                /** @enum {string} */
                status: "open" | "snoozed" | "closed";
                /** @description Used in email threads. */
                subject: string | null;
                /** @description E.164. Used in text threads. */
                contact_number: string | null;
                /**
                 * Format: uuid
                 * @description The owner’s `user_id`.
                 */
                assigned_to: string | null;
                pinned: boolean;
                /** @description The contact’s last message is later than the shop’s, and nobody has marked it read. */
                unread: boolean;
                /** @description The service’s own agent is answering. */
                is_ai_managed: boolean;
                /** Format: date-time */
                last_message_at: string | null;
                /** Format: date-time */
                last_inbound_at: string | null;
                /**
                 * Format: date-time
                 * @description Includes automated messages.
                 */
                last_outbound_at: string | null;
                /**
                 * Format: date-time
                 * @description A person’s reply only.
                 */
                last_human_outbound_at: string | null;
                /** Format: date-time */
                created_at: string;
                /**
                 * Format: date-time
                 * @description The last change of the record’s own fields.
                 */
                updated_at: string | null;
                /** @description The id of the record in another system. */
                external_id: string | null;
                /** @description Facts of other systems, by name. */
                metadata: {
                    [key: string]: string;
                };
                previous?: components["schemas"]["PreviousConversation"];
            };
            cause: components["schemas"]["EventCause"];
        };
        MessageReceivedEvent: {
            /** @description The place in the feed. Null: the feed has no such event. */
            number: number | null;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            type: "message.received";
            /**
             * Format: date-time
             * @description The time when the record changed.
             */
            created_at: string;
            /** Format: uuid */
            shop_id: string;
            data: {
                /** Format: uuid */
                id: string;
                /**
                 * Format: uuid
                 * @description The thread.
                 */
                conversation_id: string;
                /** Format: uuid */
                customer_id: string | null;
                /** @enum {string} */
                direction: "inbound" | "outbound";
                /** @enum {string} */
                channel: "sms" | "email" | "call" | "webchat" | "whatsapp";
                body: string | null;
                from: string | null;
                to: string | null;
                /** @enum {string} */
                status: "received" | "queued" | "sending" | "sent" | "delivered" | "failed" | "undelivered" | "unconfirmed";
                /** @description Why it waits: `paused` by the operator, or `account_refused` by the provider. */
                held: string | null;
                /** @description The reason why it was not delivered: a rule of texting, or the provider’s code and a sentence. */
                error: string | null;
                /** @description The attached files that the service has stored. A file of an inbound message appears when it was fetched. */
                media: {
                    /** @description The type that the file’s own bytes show. */
                    content_type: string;
                    /** @description An address of this service, which answers the file to a key of the shop; a path if PUBLIC_URL is unset. Imported messages can have others. */
                    url: string;
                }[];
                /** @description SMS segments. */
                segments: number | null;
                /** @description A machine sent it. */
                automated: boolean;
                /**
                 * Format: uuid
                 * @description The `user_id` of the person who sent it.
                 */
                sent_by: string | null;
                /** Format: date-time */
                created_at: string;
                /**
                 * Format: date-time
                 * @description The last change of the record’s own fields.
                 */
                updated_at: string | null;
            };
            cause: components["schemas"]["EventCause"];
        };
        /** @description The old values of the fields that changed. Absent if the record is new. */
        PreviousMessage: {
            /** Format: uuid */
            id?: string;
            /**
             * Format: uuid
             * @description The thread.
             */
            conversation_id?: string;
            /** Format: uuid */
            customer_id?: string | null;
            /** @enum {string} */
            direction?: "inbound" | "outbound";
            /** @enum {string} */
            channel?: "sms" | "email" | "call" | "webchat" | "whatsapp";
            body?: string | null;
            from?: string | null;
            to?: string | null;
            /** @enum {string} */
            status?: "received" | "queued" | "sending" | "sent" | "delivered" | "failed" | "undelivered" | "unconfirmed";
            /** @description Why it waits: `paused` by the operator, or `account_refused` by the provider. */
            held?: string | null;
            /** @description The reason why it was not delivered: a rule of texting, or the provider’s code and a sentence. */
            error?: string | null;
            /** @description The attached files that the service has stored. A file of an inbound message appears when it was fetched. */
            media?: {
                /** @description The type that the file’s own bytes show. */
                content_type: string;
                /** @description An address of this service, which answers the file to a key of the shop; a path if PUBLIC_URL is unset. Imported messages can have others. */
                url: string;
            }[];
            /** @description SMS segments. */
            segments?: number | null;
            /** @description A machine sent it. */
            automated?: boolean;
            /**
             * Format: uuid
             * @description The `user_id` of the person who sent it.
             */
            sent_by?: string | null;
            /** Format: date-time */
            created_at?: string;
            /**
             * Format: date-time
             * @description The last change of the record’s own fields.
             */
            updated_at?: string | null;
        };
        MessageSentEvent: {
            /** @description The place in the feed. Null: the feed has no such event. */
            number: number | null;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            type: "message.sent";
            /**
             * Format: date-time
             * @description The time when the record changed.
             */
            created_at: string;
            /** Format: uuid */
            shop_id: string;
            data: {
                /** Format: uuid */
                id: string;
                /**
                 * Format: uuid
                 * @description The thread.
                 */
                conversation_id: string;
                /** Format: uuid */
                customer_id: string | null;
                /** @enum {string} */
                direction: "inbound" | "outbound";
                /** @enum {string} */
                channel: "sms" | "email" | "call" | "webchat" | "whatsapp";
                body: string | null;
                from: string | null;
                to: string | null;
                /** @enum {string} */
                status: "received" | "queued" | "sending" | "sent" | "delivered" | "failed" | "undelivered" | "unconfirmed";
                /** @description Why it waits: `paused` by the operator, or `account_refused` by the provider. */
                held: string | null;
                /** @description The reason why it was not delivered: a rule of texting, or the provider’s code and a sentence. */
                error: string | null;
                /** @description The attached files that the service has stored. A file of an inbound message appears when it was fetched. */
                media: {
                    /** @description The type that the file’s own bytes show. */
                    content_type: string;
                    /** @description An address of this service, which answers the file to a key of the shop; a path if PUBLIC_URL is unset. Imported messages can have others. */
                    url: string;
                }[];
                /** @description SMS segments. */
                segments: number | null;
                /** @description A machine sent it. */
                automated: boolean;
                /**
                 * Format: uuid
                 * @description The `user_id` of the person who sent it.
                 */
                sent_by: string | null;
                /** Format: date-time */
                created_at: string;
                /**
                 * Format: date-time
                 * @description The last change of the record’s own fields.
                 */
                updated_at: string | null;
                previous?: components["schemas"]["PreviousMessage"];
            };
            cause: components["schemas"]["EventCause"];
        };
        MessageDeliveredEvent: {
            /** @description The place in the feed. Null: the feed has no such event. */
            number: number | null;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            type: "message.delivered";
            /**
             * Format: date-time
             * @description The time when the record changed.
             */
            created_at: string;
            /** Format: uuid */
            shop_id: string;
            data: {
                /** Format: uuid */
                id: string;
                /**
                 * Format: uuid
                 * @description The thread.
                 */
                conversation_id: string;
                /** Format: uuid */
                customer_id: string | null;
                /** @enum {string} */
                direction: "inbound" | "outbound";
                /** @enum {string} */
                channel: "sms" | "email" | "call" | "webchat" | "whatsapp";
                body: string | null;
                from: string | null;
                to: string | null;
                /** @enum {string} */
                status: "received" | "queued" | "sending" | "sent" | "delivered" | "failed" | "undelivered" | "unconfirmed";
                /** @description Why it waits: `paused` by the operator, or `account_refused` by the provider. */
                held: string | null;
                /** @description The reason why it was not delivered: a rule of texting, or the provider’s code and a sentence. */
                error: string | null;
                /** @description The attached files that the service has stored. A file of an inbound message appears when it was fetched. */
                media: {
                    /** @description The type that the file’s own bytes show. */
                    content_type: string;
                    /** @description An address of this service, which answers the file to a key of the shop; a path if PUBLIC_URL is unset. Imported messages can have others. */
                    url: string;
                }[];
                /** @description SMS segments. */
                segments: number | null;
                /** @description A machine sent it. */
                automated: boolean;
                /**
                 * Format: uuid
                 * @description The `user_id` of the person who sent it.
                 */
                sent_by: string | null;
                /** Format: date-time */
                created_at: string;
                /**
                 * Format: date-time
                 * @description The last change of the record’s own fields.
                 */
                updated_at: string | null;
                previous?: components["schemas"]["PreviousMessage"];
            };
            cause: components["schemas"]["EventCause"];
        };
        MessageFailedEvent: {
            /** @description The place in the feed. Null: the feed has no such event. */
            number: number | null;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            type: "message.failed";
            /**
             * Format: date-time
             * @description The time when the record changed.
             */
            created_at: string;
            /** Format: uuid */
            shop_id: string;
            data: {
                /** Format: uuid */
                id: string;
                /**
                 * Format: uuid
                 * @description The thread.
                 */
                conversation_id: string;
                /** Format: uuid */
                customer_id: string | null;
                /** @enum {string} */
                direction: "inbound" | "outbound";
                /** @enum {string} */
                channel: "sms" | "email" | "call" | "webchat" | "whatsapp";
                body: string | null;
                from: string | null;
                to: string | null;
                /** @enum {string} */
                status: "received" | "queued" | "sending" | "sent" | "delivered" | "failed" | "undelivered" | "unconfirmed";
                /** @description Why it waits: `paused` by the operator, or `account_refused` by the provider. */
                held: string | null;
                /** @description The reason why it was not delivered: a rule of texting, or the provider’s code and a sentence. */
                error: string | null;
                /** @description The attached files that the service has stored. A file of an inbound message appears when it was fetched. */
                media: {
                    /** @description The type that the file’s own bytes show. */
                    content_type: string;
                    /** @description An address of this service, which answers the file to a key of the shop; a path if PUBLIC_URL is unset. Imported messages can have others. */
                    url: string;
                }[];
                /** @description SMS segments. */
                segments: number | null;
                /** @description A machine sent it. */
                automated: boolean;
                /**
                 * Format: uuid
                 * @description The `user_id` of the person who sent it.
                 */
                sent_by: string | null;
                /** Format: date-time */
                created_at: string;
                /**
                 * Format: date-time
                 * @description The last change of the record’s own fields.
                 */
                updated_at: string | null;
                previous?: components["schemas"]["PreviousMessage"];
            };
            cause: components["schemas"]["EventCause"];
        };
        ScheduledMessageCreatedEvent: {
            /** @description The place in the feed. Null: the feed has no such event. */
            number: number | null;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            type: "scheduled_message.created";
            /**
             * Format: date-time
             * @description The time when the record changed.
             */
            created_at: string;
            /** Format: uuid */
            shop_id: string;
            data: {
                /** Format: uuid */
                id: string;
                /**
                 * Format: uuid
                 * @description The thread. Null before sending if none was given.
                 */
                conversation_id: string | null;
                /** Format: uuid */
                customer_id: string | null;
                /** @enum {string} */
                channel: "sms" | "email";
                /** @description The text that is sent. */
                body: string;
                subject: string | null;
                to: string;
                /**
                 * Format: date-time
                 * @description Quiet hours move it.
                 */
                send_at: string;
                /** @enum {string} */
                status: "scheduled" | "sending" | "sent" | "refused" | "failed" | "canceled";
                /** @description Why it waits: `paused` by the operator, or `account_refused` by the provider. */
                held: string | null;
                /** @description Why it was refused or failed. */
                error: string | null;
                links_removed: boolean;
                /** @description The links that were removed from a text. */
                removed_links: string[];
                /**
                 * Format: uuid
                 * @description The message that it became.
                 */
                message_id: string | null;
            };
            cause: components["schemas"]["EventCause"];
        };
        /** @description The old values of the fields that changed. Absent if the record is new. */
        PreviousScheduledMessage: {
            /** Format: uuid */
            id?: string;
            /**
             * Format: uuid
             * @description The thread. Null before sending if none was given.
             */
            conversation_id?: string | null;
            /** Format: uuid */
            customer_id?: string | null;
            /** @enum {string} */
            channel?: "sms" | "email";
            /** @description The text that is sent. */
            body?: string;
            subject?: string | null;
            to?: string;
            /**
             * Format: date-time
             * @description Quiet hours move it.
             */
            send_at?: string;
            /** @enum {string} */
            status?: "scheduled" | "sending" | "sent" | "refused" | "failed" | "canceled";
            /** @description Why it waits: `paused` by the operator, or `account_refused` by the provider. */
            held?: string | null;
            /** @description Why it was refused or failed. */
            error?: string | null;
            links_removed?: boolean;
            /** @description The links that were removed from a text. */
            removed_links?: string[];
            /**
             * Format: uuid
             * @description The message that it became.
             */
            message_id?: string | null;
        };
        ScheduledMessageUpdatedEvent: {
            /** @description The place in the feed. Null: the feed has no such event. */
            number: number | null;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            type: "scheduled_message.updated";
            /**
             * Format: date-time
             * @description The time when the record changed.
             */
            created_at: string;
            /** Format: uuid */
            shop_id: string;
            data: {
                /** Format: uuid */
                id: string;
                /**
                 * Format: uuid
                 * @description The thread. Null before sending if none was given.
                 */
                conversation_id: string | null;
                /** Format: uuid */
                customer_id: string | null;
                /** @enum {string} */
                channel: "sms" | "email";
                /** @description The text that is sent. */
                body: string;
                subject: string | null;
                to: string;
                /**
                 * Format: date-time
                 * @description Quiet hours move it.
                 */
                send_at: string;
                /** @enum {string} */
                status: "scheduled" | "sending" | "sent" | "refused" | "failed" | "canceled";
                /** @description Why it waits: `paused` by the operator, or `account_refused` by the provider. */
                held: string | null;
                /** @description Why it was refused or failed. */
                error: string | null;
                links_removed: boolean;
                /** @description The links that were removed from a text. */
                removed_links: string[];
                /**
                 * Format: uuid
                 * @description The message that it became.
                 */
                message_id: string | null;
                previous?: components["schemas"]["PreviousScheduledMessage"];
            };
            cause: components["schemas"]["EventCause"];
        };
        ScheduledMessageCanceledEvent: {
            /** @description The place in the feed. Null: the feed has no such event. */
            number: number | null;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            type: "scheduled_message.canceled";
            /**
             * Format: date-time
             * @description The time when the record changed.
             */
            created_at: string;
            /** Format: uuid */
            shop_id: string;
            data: {
                /** Format: uuid */
                id: string;
                /**
                 * Format: uuid
                 * @description The thread. Null before sending if none was given.
                 */
                conversation_id: string | null;
                /** Format: uuid */
                customer_id: string | null;
                /** @enum {string} */
                channel: "sms" | "email";
                /** @description The text that is sent. */
                body: string;
                subject: string | null;
                to: string;
                /**
                 * Format: date-time
                 * @description Quiet hours move it.
                 */
                send_at: string;
                /** @enum {string} */
                status: "scheduled" | "sending" | "sent" | "refused" | "failed" | "canceled";
                /** @description Why it waits: `paused` by the operator, or `account_refused` by the provider. */
                held: string | null;
                /** @description Why it was refused or failed. */
                error: string | null;
                links_removed: boolean;
                /** @description The links that were removed from a text. */
                removed_links: string[];
                /**
                 * Format: uuid
                 * @description The message that it became.
                 */
                message_id: string | null;
                previous?: components["schemas"]["PreviousScheduledMessage"];
            };
            cause: components["schemas"]["EventCause"];
        };
        ScheduledMessageSentEvent: {
            /** @description The place in the feed. Null: the feed has no such event. */
            number: number | null;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            type: "scheduled_message.sent";
            /**
             * Format: date-time
             * @description The time when the record changed.
             */
            created_at: string;
            /** Format: uuid */
            shop_id: string;
            data: {
                /** Format: uuid */
                id: string;
                /**
                 * Format: uuid
                 * @description The thread. Null before sending if none was given.
                 */
                conversation_id: string | null;
                /** Format: uuid */
                customer_id: string | null;
                /** @enum {string} */
                channel: "sms" | "email";
                /** @description The text that is sent. */
                body: string;
                subject: string | null;
                to: string;
                /**
                 * Format: date-time
                 * @description Quiet hours move it.
                 */
                send_at: string;
                /** @enum {string} */
                status: "scheduled" | "sending" | "sent" | "refused" | "failed" | "canceled";
                /** @description Why it waits: `paused` by the operator, or `account_refused` by the provider. */
                held: string | null;
                /** @description Why it was refused or failed. */
                error: string | null;
                links_removed: boolean;
                /** @description The links that were removed from a text. */
                removed_links: string[];
                /**
                 * Format: uuid
                 * @description The message that it became.
                 */
                message_id: string | null;
                previous?: components["schemas"]["PreviousScheduledMessage"];
            };
            cause: components["schemas"]["EventCause"];
        };
        ScheduledMessageRefusedEvent: {
            /** @description The place in the feed. Null: the feed has no such event. */
            number: number | null;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            type: "scheduled_message.refused";
            /**
             * Format: date-time
             * @description The time when the record changed.
             */
            created_at: string;
            /** Format: uuid */
            shop_id: string;
            data: {
                /** Format: uuid */
                id: string;
                /**
                 * Format: uuid
                 * @description The thread. Null before sending if none was given.
                 */
                conversation_id: string | null;
                /** Format: uuid */
                customer_id: string | null;
                /** @enum {string} */
                channel: "sms" | "email";
                /** @description The text that is sent. */
                body: string;
                subject: string | null;
                to: string;
                /**
                 * Format: date-time
                 * @description Quiet hours move it.
                 */
                send_at: string;
                /** @enum {string} */
                status: "scheduled" | "sending" | "sent" | "refused" | "failed" | "canceled";
                /** @description Why it waits: `paused` by the operator, or `account_refused` by the provider. */
                held: string | null;
                /** @description Why it was refused or failed. */
                error: string | null;
                links_removed: boolean;
                /** @description The links that were removed from a text. */
                removed_links: string[];
                /**
                 * Format: uuid
                 * @description The message that it became.
                 */
                message_id: string | null;
                previous?: components["schemas"]["PreviousScheduledMessage"];
            };
            cause: components["schemas"]["EventCause"];
        };
        CustomerTextingBlockedEvent: {
            /** @description The place in the feed. Null: the feed has no such event. */
            number: number | null;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            type: "customer.texting_blocked";
            /**
             * Format: date-time
             * @description The time when the record changed.
             */
            created_at: string;
            /** Format: uuid */
            shop_id: string;
            data: {
                /** @description E.164. The block holds for this number, on all lines of the shop. */
                number: string;
                /**
                 * @description `stop`: the contact’s own STOP. `staff`: somebody of the shop. `provider`: the provider’s list of opt-outs. `import`: an import.
                 * @enum {string}
                 */
                source: "stop" | "staff" | "provider" | "import";
                /**
                 * Format: date-time
                 * @description The time from which the number has been blocked.
                 */
                since: string;
                /**
                 * Format: uuid
                 * @description The newest text thread with the number.
                 */
                conversation_id: string | null;
                /**
                 * Format: uuid
                 * @description The customer with this phone. Null for a stranger.
                 */
                customer: string | null;
            };
            cause: components["schemas"]["EventCause"];
        };
        CustomerTextingUnblockedEvent: {
            /** @description The place in the feed. Null: the feed has no such event. */
            number: number | null;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            type: "customer.texting_unblocked";
            /**
             * Format: date-time
             * @description The time when the record changed.
             */
            created_at: string;
            /** Format: uuid */
            shop_id: string;
            data: {
                /** @description E.164. The block holds for this number, on all lines of the shop. */
                number: string;
                /**
                 * @description `stop`: the contact’s own STOP. `staff`: somebody of the shop. `provider`: the provider’s list of opt-outs. `import`: an import.
                 * @enum {string}
                 */
                source: "stop" | "staff" | "provider" | "import";
                /**
                 * Format: date-time
                 * @description The time from which the number has been blocked.
                 */
                since: string;
                /**
                 * Format: uuid
                 * @description The newest text thread with the number.
                 */
                conversation_id: string | null;
                /**
                 * Format: uuid
                 * @description The customer with this phone. Null for a stranger.
                 */
                customer: string | null;
            };
            cause: components["schemas"]["EventCause"];
        };
        /** @description The old values of the fields that changed. Absent if the record is new. */
        PreviousCall: {
            /** Format: uuid */
            id?: string;
            /**
             * Format: uuid
             * @description The thread that the call was filed into. Null if the number was never matched.
             */
            conversation_id?: string | null;
            /** Format: uuid */
            customer_id?: string | null;
            /** @enum {string} */
            direction?: "inbound" | "outbound";
            /**
             * @description `ringing` and `in_progress` are live calls.
             * @enum {string}
             */
            status?: "ringing" | "in_progress" | "completed" | "missed" | "failed" | "canceled";
            /** @description E.164. A number that cannot be read is kept as it came. */
            from?: string;
            /** @description E.164. A number that cannot be read is kept as it came. */
            to?: string;
            /** Format: date-time */
            started_at?: string;
            /**
             * Format: date-time
             * @description Null while the call is live.
             */
            ended_at?: string | null;
            /** @description The whole call, with the ringing. */
            duration_seconds?: number | null;
            /** @description A staff member, or the AI receptionist. */
            answered_by?: string | null;
            /** @description True when the audio is stored. */
            has_recording?: boolean;
            /** @description The recorded part only. */
            recording_duration_seconds?: number | null;
            /** @description True when the audio is stored. */
            has_voicemail?: boolean;
            voicemail_duration_seconds?: number | null;
            has_transcript?: boolean;
            has_ai_summary?: boolean;
            /**
             * Format: date-time
             * @description The last change of the record’s own fields.
             */
            updated_at?: string | null;
        };
        CallCompletedEvent: {
            /** @description The place in the feed. Null: the feed has no such event. */
            number: number | null;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            type: "call.completed";
            /**
             * Format: date-time
             * @description The time when the record changed.
             */
            created_at: string;
            /** Format: uuid */
            shop_id: string;
            data: {
                /** Format: uuid */
                id: string;
                /**
                 * Format: uuid
                 * @description The thread that the call was filed into. Null if the number was never matched.
                 */
                conversation_id: string | null;
                /** Format: uuid */
                customer_id: string | null;
                /** @enum {string} */
                direction: "inbound" | "outbound";
                /**
                 * @description `ringing` and `in_progress` are live calls.
                 * @enum {string}
                 */
                status: "ringing" | "in_progress" | "completed" | "missed" | "failed" | "canceled";
                /** @description E.164. A number that cannot be read is kept as it came. */
                from: string;
                /** @description E.164. A number that cannot be read is kept as it came. */
                to: string;
                /** Format: date-time */
                started_at: string;
                /**
                 * Format: date-time
                 * @description Null while the call is live.
                 */
                ended_at: string | null;
                /** @description The whole call, with the ringing. */
                duration_seconds: number | null;
                /** @description A staff member, or the AI receptionist. */
                answered_by: string | null;
                /** @description True when the audio is stored. */
                has_recording: boolean;
                /** @description The recorded part only. */
                recording_duration_seconds: number | null;
                /** @description True when the audio is stored. */
                has_voicemail: boolean;
                voicemail_duration_seconds: number | null;
                has_transcript: boolean;
                has_ai_summary: boolean;
                /**
                 * Format: date-time
                 * @description The last change of the record’s own fields.
                 */
                updated_at: string | null;
                previous?: components["schemas"]["PreviousCall"];
            };
            cause: components["schemas"]["EventCause"];
        };
        CallMissedEvent: {
            /** @description The place in the feed. Null: the feed has no such event. */
            number: number | null;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            type: "call.missed";
            /**
             * Format: date-time
             * @description The time when the record changed.
             */
            created_at: string;
            /** Format: uuid */
            shop_id: string;
            data: {
                /** Format: uuid */
                id: string;
                /**
                 * Format: uuid
                 * @description The thread that the call was filed into. Null if the number was never matched.
                 */
                conversation_id: string | null;
                /** Format: uuid */
                customer_id: string | null;
                /** @enum {string} */
                direction: "inbound" | "outbound";
                /**
                 * @description `ringing` and `in_progress` are live calls.
                 * @enum {string}
                 */
                status: "ringing" | "in_progress" | "completed" | "missed" | "failed" | "canceled";
                /** @description E.164. A number that cannot be read is kept as it came. */
                from: string;
                /** @description E.164. A number that cannot be read is kept as it came. */
                to: string;
                /** Format: date-time */
                started_at: string;
                /**
                 * Format: date-time
                 * @description Null while the call is live.
                 */
                ended_at: string | null;
                /** @description The whole call, with the ringing. */
                duration_seconds: number | null;
                /** @description A staff member, or the AI receptionist. */
                answered_by: string | null;
                /** @description True when the audio is stored. */
                has_recording: boolean;
                /** @description The recorded part only. */
                recording_duration_seconds: number | null;
                /** @description True when the audio is stored. */
                has_voicemail: boolean;
                voicemail_duration_seconds: number | null;
                has_transcript: boolean;
                has_ai_summary: boolean;
                /**
                 * Format: date-time
                 * @description The last change of the record’s own fields.
                 */
                updated_at: string | null;
                previous?: components["schemas"]["PreviousCall"];
            };
            cause: components["schemas"]["EventCause"];
        };
        CallRecordingReadyEvent: {
            /** @description The place in the feed. Null: the feed has no such event. */
            number: number | null;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            type: "call.recording_ready";
            /**
             * Format: date-time
             * @description The time when the record changed.
             */
            created_at: string;
            /** Format: uuid */
            shop_id: string;
            data: {
                /** Format: uuid */
                id: string;
                /**
                 * Format: uuid
                 * @description The thread that the call was filed into. Null if the number was never matched.
                 */
                conversation_id: string | null;
                /** Format: uuid */
                customer_id: string | null;
                /** @enum {string} */
                direction: "inbound" | "outbound";
                /**
                 * @description `ringing` and `in_progress` are live calls.
                 * @enum {string}
                 */
                status: "ringing" | "in_progress" | "completed" | "missed" | "failed" | "canceled";
                /** @description E.164. A number that cannot be read is kept as it came. */
                from: string;
                /** @description E.164. A number that cannot be read is kept as it came. */
                to: string;
                /** Format: date-time */
                started_at: string;
                /**
                 * Format: date-time
                 * @description Null while the call is live.
                 */
                ended_at: string | null;
                /** @description The whole call, with the ringing. */
                duration_seconds: number | null;
                /** @description A staff member, or the AI receptionist. */
                answered_by: string | null;
                /** @description True when the audio is stored. */
                has_recording: boolean;
                /** @description The recorded part only. */
                recording_duration_seconds: number | null;
                /** @description True when the audio is stored. */
                has_voicemail: boolean;
                voicemail_duration_seconds: number | null;
                has_transcript: boolean;
                has_ai_summary: boolean;
                /**
                 * Format: date-time
                 * @description The last change of the record’s own fields.
                 */
                updated_at: string | null;
                /**
                 * @description The sound that can be played now.
                 * @enum {string}
                 */
                media: "recording" | "voicemail";
                previous?: components["schemas"]["PreviousCall"];
            };
            cause: components["schemas"]["EventCause"];
        };
        CallTranscribedEvent: {
            /** @description The place in the feed. Null: the feed has no such event. */
            number: number | null;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            type: "call.transcribed";
            /**
             * Format: date-time
             * @description The time when the record changed.
             */
            created_at: string;
            /** Format: uuid */
            shop_id: string;
            data: {
                /** Format: uuid */
                id: string;
                /**
                 * Format: uuid
                 * @description The thread that the call was filed into. Null if the number was never matched.
                 */
                conversation_id: string | null;
                /** Format: uuid */
                customer_id: string | null;
                /** @enum {string} */
                direction: "inbound" | "outbound";
                /**
                 * @description `ringing` and `in_progress` are live calls.
                 * @enum {string}
                 */
                status: "ringing" | "in_progress" | "completed" | "missed" | "failed" | "canceled";
                /** @description E.164. A number that cannot be read is kept as it came. */
                from: string;
                /** @description E.164. A number that cannot be read is kept as it came. */
                to: string;
                /** Format: date-time */
                started_at: string;
                /**
                 * Format: date-time
                 * @description Null while the call is live.
                 */
                ended_at: string | null;
                /** @description The whole call, with the ringing. */
                duration_seconds: number | null;
                /** @description A staff member, or the AI receptionist. */
                answered_by: string | null;
                /** @description True when the audio is stored. */
                has_recording: boolean;
                /** @description The recorded part only. */
                recording_duration_seconds: number | null;
                /** @description True when the audio is stored. */
                has_voicemail: boolean;
                voicemail_duration_seconds: number | null;
                has_transcript: boolean;
                has_ai_summary: boolean;
                /**
                 * Format: date-time
                 * @description The last change of the record’s own fields.
                 */
                updated_at: string | null;
                previous?: components["schemas"]["PreviousCall"];
            };
            cause: components["schemas"]["EventCause"];
        };
        RecordsEmptiedEvent: {
            /** @description The place in the feed. Null: the feed has no such event. */
            number: number | null;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            type: "records.emptied";
            /**
             * Format: date-time
             * @description The time when the record changed.
             */
            created_at: string;
            /** Format: uuid */
            shop_id: string;
            data: {
                /**
                 * @description The kind of the records.
                 * @enum {string}
                 */
                kind: "calls" | "messages" | "scheduled_messages";
                /**
                 * @description What the records have lost.
                 * @enum {string}
                 */
                part: "recordings" | "transcripts" | "messages" | "scheduled_messages";
                /** @description The records. */
                ids: string[];
                /**
                 * Format: date-time
                 * @description What is of this time or later has stayed.
                 */
                kept_since: string;
            };
            cause: components["schemas"]["EventCause"];
        };
        /** @description The old values of the fields that changed. Absent if the record is new. */
        PreviousShop: {
            /**
             * Format: uuid
             * @description Shop id.
             */
            id?: string;
            /** @description Shop name. */
            name?: string;
            /** @description The IANA name of the shop’s time zone. */
            timezone?: string;
            /** @description The shop’s country (ISO 3166-1 alpha-2). A phone number without a country code is of this country. */
            country?: string;
            /** @description The currency of all amounts (ISO 4217). */
            currency?: string;
            /** @enum {string} */
            status?: "active" | "lapsed" | "suspended";
            /** @description False: switched off, and 404 at the capability endpoints. */
            features?: {
                /** @description Scheduled messages. */
                scheduling: boolean;
                /** @description The menu. */
                services: boolean;
                /** @description Reviews. */
                reviews: boolean;
                /** @description Free times and deposits. */
                booking: boolean;
            };
            /** @description In the form of a change; “closed” if no day has hours. */
            opening_hours?: string;
            /** @description When customers may be texted, in the same form. */
            texting_hours?: string;
            /** @description The days on which the shop is closed, each alone and in order. */
            closures?: string[];
            /** @description The bays, in the order in which they are filled. */
            bays?: string[];
            /** @description The provider’s id of the messaging service for the shop’s texts. */
            messaging_service?: string | null;
            /** @description The most texts in any 60 minutes. */
            texts_per_hour?: number;
            /** @description The line that ends every scheduled text. */
            reply_pointer?: string;
            /** @description The address for answers to the shop’s e-mails. */
            reply_to?: string | null;
            /** @description A booking begins this many minutes from now at the earliest. */
            booking_lead_minutes?: number;
            /** @description The minutes from one possible start to the next. */
            booking_step_minutes?: number;
            /** @description The minutes that bay and person stay free after the work. */
            booking_buffer_minutes?: number;
            /** @description A booking begins at most this many days after today. */
            booking_horizon_days?: number;
            /** @description Recordings and voicemail are emptied after so many months. Null: never. */
            keep_recordings_months?: number | null;
            /** @description Transcripts and summaries of calls. Null: never. */
            keep_transcripts_months?: number | null;
            /** @description Messages with their files, and scheduled messages that have ended. Null: never. */
            keep_messages_months?: number | null;
            /** Format: date-time */
            created_at?: string;
        };
        ShopUpdatedEvent: {
            /** @description The place in the feed. Null: the feed has no such event. */
            number: number | null;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            type: "shop.updated";
            /**
             * Format: date-time
             * @description The time when the record changed.
             */
            created_at: string;
            /** Format: uuid */
            shop_id: string;
            data: {
                /**
                 * Format: uuid
                 * @description Shop id.
                 */
                id: string;
                /** @description Shop name. */
                name: string;
                /** @description The IANA name of the shop’s time zone. */
                timezone: string;
                /** @description The shop’s country (ISO 3166-1 alpha-2). A phone number without a country code is of this country. */
                country: string;
                /** @description The currency of all amounts (ISO 4217). */
                currency: string;
                /** @enum {string} */
                status: "active" | "lapsed" | "suspended";
                /** @description False: switched off, and 404 at the capability endpoints. */
                features: {
                    /** @description Scheduled messages. */
                    scheduling: boolean;
                    /** @description The menu. */
                    services: boolean;
                    /** @description Reviews. */
                    reviews: boolean;
                    /** @description Free times and deposits. */
                    booking: boolean;
                };
                /** @description In the form of a change; “closed” if no day has hours. */
                opening_hours: string;
                /** @description When customers may be texted, in the same form. */
                texting_hours: string;
                /** @description The days on which the shop is closed, each alone and in order. */
                closures: string[];
                /** @description The bays, in the order in which they are filled. */
                bays: string[];
                /** @description The provider’s id of the messaging service for the shop’s texts. */
                messaging_service: string | null;
                /** @description The most texts in any 60 minutes. */
                texts_per_hour: number;
                /** @description The line that ends every scheduled text. */
                reply_pointer: string;
                /** @description The address for answers to the shop’s e-mails. */
                reply_to: string | null;
                /** @description A booking begins this many minutes from now at the earliest. */
                booking_lead_minutes: number;
                /** @description The minutes from one possible start to the next. */
                booking_step_minutes: number;
                /** @description The minutes that bay and person stay free after the work. */
                booking_buffer_minutes: number;
                /** @description A booking begins at most this many days after today. */
                booking_horizon_days: number;
                /** @description Recordings and voicemail are emptied after so many months. Null: never. */
                keep_recordings_months: number | null;
                /** @description Transcripts and summaries of calls. Null: never. */
                keep_transcripts_months: number | null;
                /** @description Messages with their files, and scheduled messages that have ended. Null: never. */
                keep_messages_months: number | null;
                /** Format: date-time */
                created_at: string;
                previous?: components["schemas"]["PreviousShop"];
            };
            cause: components["schemas"]["EventCause"];
        };
        RecordsImportedEvent: {
            /** @description The place in the feed. Null: the feed has no such event. */
            number: number | null;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            type: "records.imported";
            /**
             * Format: date-time
             * @description The time when the record changed.
             */
            created_at: string;
            /** Format: uuid */
            shop_id: string;
            data: {
                /** @description The kind of records, as `shop-ops import` names it. */
                kind: string;
                /** @description Lines that made a record. */
                created: number;
                /** @description Lines that changed a record. */
                updated: number;
                /**
                 * Format: date-time
                 * @description No record of the file was stored before.
                 */
                started_at: string;
            };
            cause: components["schemas"]["EventCause"];
        };
        TextingPausedEvent: {
            /** @description The place in the feed. Null: the feed has no such event. */
            number: number | null;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            type: "texting.paused";
            /**
             * Format: date-time
             * @description The time when the record changed.
             */
            created_at: string;
            /** Format: uuid */
            shop_id: string;
            data: {
                /**
                 * @description Why texts wait: `paused` by the operator, or `account_refused` by the provider; null: they are sent.
                 * @enum {string|null}
                 */
                held: "paused" | "account_refused" | null;
                /** @description The provider’s code and a sentence. Null: it refuses nothing, or the operator has paused texts. */
                reason: string | null;
                /** Format: date-time */
                since: string;
            };
            cause: components["schemas"]["EventCause"];
        };
        TextingResumedEvent: {
            /** @description The place in the feed. Null: the feed has no such event. */
            number: number | null;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            type: "texting.resumed";
            /**
             * Format: date-time
             * @description The time when the record changed.
             */
            created_at: string;
            /** Format: uuid */
            shop_id: string;
            data: {
                /**
                 * @description Why texts wait: `paused` by the operator, or `account_refused` by the provider; null: they are sent.
                 * @enum {string|null}
                 */
                held: "paused" | "account_refused" | null;
                /** @description The provider’s code and a sentence. Null: it refuses nothing, or the operator has paused texts. */
                reason: string | null;
                /** Format: date-time */
                since: string;
            };
            cause: components["schemas"]["EventCause"];
        };
        PingEvent: {
            /** @description The place in the feed. Null: the feed has no such event. */
            number: number | null;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            type: "ping";
            /**
             * Format: date-time
             * @description The time when the record changed.
             */
            created_at: string;
            /** Format: uuid */
            shop_id: string;
            data: {
                /** Format: uuid */
                id: string;
                url: string;
                /** @description The kinds that are delivered; null: all, also those that are added later. */
                events: string[] | null;
                description: string | null;
                /** @description False: nothing is delivered. */
                enabled: boolean;
                /**
                 * @description `failing`: no success for days; `gone`: the receiver answered 410; null: it is on, or a person switched it off.
                 * @enum {string|null}
                 */
                disabled_reason: "failing" | "gone" | null;
                /** Format: date-time */
                created_at: string;
                /**
                 * Format: date-time
                 * @description Exact to a second.
                 */
                last_success_at: string | null;
                /** Format: date-time */
                last_failure_at: string | null;
            };
            cause: components["schemas"]["EventCause"];
        };
        /** @description The old values of the fields that changed. Absent if the record is new. */
        PreviousWebhook: {
            /** Format: uuid */
            id?: string;
            url?: string;
            /** @description The kinds that are delivered; null: all, also those that are added later. */
            events?: string[] | null;
            description?: string | null;
            /** @description False: nothing is delivered. */
            enabled?: boolean;
            /**
             * @description `failing`: no success for days; `gone`: the receiver answered 410; null: it is on, or a person switched it off.
             * @enum {string|null}
             */
            disabled_reason?: "failing" | "gone" | null;
            /** Format: date-time */
            created_at?: string;
            /**
             * Format: date-time
             * @description Exact to a second.
             */
            last_success_at?: string | null;
            /** Format: date-time */
            last_failure_at?: string | null;
        };
        WebhookFailingEvent: {
            /** @description The place in the feed. Null: the feed has no such event. */
            number: number | null;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            type: "webhook.failing";
            /**
             * Format: date-time
             * @description The time when the record changed.
             */
            created_at: string;
            /** Format: uuid */
            shop_id: string;
            data: {
                /** Format: uuid */
                id: string;
                url: string;
                /** @description The kinds that are delivered; null: all, also those that are added later. */
                events: string[] | null;
                description: string | null;
                /** @description False: nothing is delivered. */
                enabled: boolean;
                /**
                 * @description `failing`: no success for days; `gone`: the receiver answered 410; null: it is on, or a person switched it off.
                 * @enum {string|null}
                 */
                disabled_reason: "failing" | "gone" | null;
                /** Format: date-time */
                created_at: string;
                /**
                 * Format: date-time
                 * @description Exact to a second.
                 */
                last_success_at: string | null;
                /** Format: date-time */
                last_failure_at: string | null;
                /**
                 * Format: date-time
                 * @description The first failure since the last success.
                 */
                failing_since: string | null;
                /**
                 * Format: date-time
                 * @description Further failures after this time disable it; null: it is disabled now.
                 */
                disables_at: string | null;
                previous?: components["schemas"]["PreviousWebhook"];
            };
            cause: components["schemas"]["EventCause"];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type Account = components['schemas']['Account'];
export type AppointmentsListInput = components['schemas']['AppointmentsListInput'];
export type Appointment = components['schemas']['Appointment'];
export type AutomationsCreateInput = components['schemas']['AutomationsCreateInput'];
export type WrittenRule = components['schemas']['WrittenRule'];
export type AutomationsDeleteInput = components['schemas']['AutomationsDeleteInput'];
export type Automation = components['schemas']['Automation'];
export type AutomationsGetInput = components['schemas']['AutomationsGetInput'];
export type AutomationsListInput = components['schemas']['AutomationsListInput'];
export type AutomationsRunsInput = components['schemas']['AutomationsRunsInput'];
export type AutomationRun = components['schemas']['AutomationRun'];
export type AutomationsUpdateInput = components['schemas']['AutomationsUpdateInput'];
export type BookingAvailabilityInput = components['schemas']['BookingAvailabilityInput'];
export type Availability = components['schemas']['Availability'];
export type BookingDepositDueInput = components['schemas']['BookingDepositDueInput'];
export type DepositDue = components['schemas']['DepositDue'];
export type CallsLinkRecordingInput = components['schemas']['CallsLinkRecordingInput'];
export type RecordingLink = components['schemas']['RecordingLink'];
export type CallsListInput = components['schemas']['CallsListInput'];
export type ListedCall = components['schemas']['ListedCall'];
export type CallsReadInput = components['schemas']['CallsReadInput'];
export type Call = components['schemas']['Call'];
export type CallsTranscriptInput = components['schemas']['CallsTranscriptInput'];
export type Transcript = components['schemas']['Transcript'];
export type CapabilityAppointmentsListInput = components['schemas']['CapabilityAppointmentsListInput'];
export type CapabilityCustomersListInput = components['schemas']['CapabilityCustomersListInput'];
export type ListedCustomer = components['schemas']['ListedCustomer'];
export type CapabilityInvoicesListInput = components['schemas']['CapabilityInvoicesListInput'];
export type Invoice = components['schemas']['Invoice'];
export type CapabilityJobsListInput = components['schemas']['CapabilityJobsListInput'];
export type NamedJob = components['schemas']['NamedJob'];
export type CapabilityLeadsListInput = components['schemas']['CapabilityLeadsListInput'];
export type Lead = components['schemas']['Lead'];
export type CapabilityQuotesListInput = components['schemas']['CapabilityQuotesListInput'];
export type Quote = components['schemas']['Quote'];
export type CapabilityStaffListInput = components['schemas']['CapabilityStaffListInput'];
export type StaffMember = components['schemas']['StaffMember'];
export type CommsCanContactInput = components['schemas']['CommsCanContactInput'];
export type ContactPermission = components['schemas']['ContactPermission'];
export type CommsCancelScheduledMessageInput = components['schemas']['CommsCancelScheduledMessageInput'];
export type ScheduledMessage = components['schemas']['ScheduledMessage'];
export type CommsListMessagesInput = components['schemas']['CommsListMessagesInput'];
export type Message = components['schemas']['Message'];
export type CommsListScheduledMessagesInput = components['schemas']['CommsListScheduledMessagesInput'];
export type CommsResolveContactInput = components['schemas']['CommsResolveContactInput'];
export type ContactMatches = components['schemas']['ContactMatches'];
export type CommsScheduleMessageInput = components['schemas']['CommsScheduleMessageInput'];
export type CommsSendTextInput = components['schemas']['CommsSendTextInput'];
export type CommsSetTextingBlockInput = components['schemas']['CommsSetTextingBlockInput'];
export type CommsUpdateScheduledMessageInput = components['schemas']['CommsUpdateScheduledMessageInput'];
export type ConversationsChangeInput = components['schemas']['ConversationsChangeInput'];
export type Conversation = components['schemas']['Conversation'];
export type ConversationsListInput = components['schemas']['ConversationsListInput'];
export type ListedConversation = components['schemas']['ListedConversation'];
export type ConversationsReadInput = components['schemas']['ConversationsReadInput'];
export type ConversationDetail = components['schemas']['ConversationDetail'];
export type ConversationsUpdateInput = components['schemas']['ConversationsUpdateInput'];
export type CustomersCreateInput = components['schemas']['CustomersCreateInput'];
export type Customer = components['schemas']['Customer'];
export type CustomersGetInput = components['schemas']['CustomersGetInput'];
export type CustomerDetail = components['schemas']['CustomerDetail'];
export type CustomersListInput = components['schemas']['CustomersListInput'];
export type CustomersPutInput = components['schemas']['CustomersPutInput'];
export type CustomersReadInput = components['schemas']['CustomersReadInput'];
export type CustomersUpdateInput = components['schemas']['CustomersUpdateInput'];
export type EventType = components['schemas']['EventType'];
export type EventsListInput = components['schemas']['EventsListInput'];
export type ExportsReadInput = components['schemas']['ExportsReadInput'];
export type InvoicesListInput = components['schemas']['InvoicesListInput'];
export type InvoicesReadInput = components['schemas']['InvoicesReadInput'];
export type JobsListInput = components['schemas']['JobsListInput'];
export type ListedJob = components['schemas']['ListedJob'];
export type JobsMoveInput = components['schemas']['JobsMoveInput'];
export type Job = components['schemas']['Job'];
export type JobsReadInput = components['schemas']['JobsReadInput'];
export type KeysListInput = components['schemas']['KeysListInput'];
export type Key = components['schemas']['Key'];
export type KeysMintInput = components['schemas']['KeysMintInput'];
export type KeyWithToken = components['schemas']['KeyWithToken'];
export type KeysRevokeInput = components['schemas']['KeysRevokeInput'];
export type LeadsCreateInput = components['schemas']['LeadsCreateInput'];
export type LeadsListInput = components['schemas']['LeadsListInput'];
export type LeadsPutInput = components['schemas']['LeadsPutInput'];
export type LeadsReadInput = components['schemas']['LeadsReadInput'];
export type LeadsTimelineInput = components['schemas']['LeadsTimelineInput'];
export type LeadTimelineEntry = components['schemas']['LeadTimelineEntry'];
export type LeadsUpdateInput = components['schemas']['LeadsUpdateInput'];
export type MessagesListInput = components['schemas']['MessagesListInput'];
export type MessagesReadInput = components['schemas']['MessagesReadInput'];
export type MessagesReadAttachmentInput = components['schemas']['MessagesReadAttachmentInput'];
export type NumbersAddInput = components['schemas']['NumbersAddInput'];
export type PhoneNumber = components['schemas']['PhoneNumber'];
export type NumbersUpdateInput = components['schemas']['NumbersUpdateInput'];
export type OptoutsListInput = components['schemas']['OptoutsListInput'];
export type BlockedNumber = components['schemas']['BlockedNumber'];
export type QuotesListInput = components['schemas']['QuotesListInput'];
export type QuotesReadInput = components['schemas']['QuotesReadInput'];
export type ReviewsListInput = components['schemas']['ReviewsListInput'];
export type Review = components['schemas']['Review'];
export type ServiceCategory = components['schemas']['ServiceCategory'];
export type ServicesGetInput = components['schemas']['ServicesGetInput'];
export type ServiceDetail = components['schemas']['ServiceDetail'];
export type ServicesListInput = components['schemas']['ServicesListInput'];
export type Service = components['schemas']['Service'];
export type ServicesSetOnlineInput = components['schemas']['ServicesSetOnlineInput'];
export type ServicesTiersInput = components['schemas']['ServicesTiersInput'];
export type ServiceTier = components['schemas']['ServiceTier'];
export type ServicesUpdatePriceInput = components['schemas']['ServicesUpdatePriceInput'];
export type Shop = components['schemas']['Shop'];
export type ShopUpdateInput = components['schemas']['ShopUpdateInput'];
export type StaffCreateInput = components['schemas']['StaffCreateInput'];
export type StaffUpdateInput = components['schemas']['StaffUpdateInput'];
export type Assignee = components['schemas']['Assignee'];
export type TasksChangeInput = components['schemas']['TasksChangeInput'];
export type Task = components['schemas']['Task'];
export type TasksCreateInput = components['schemas']['TasksCreateInput'];
export type TasksListInput = components['schemas']['TasksListInput'];
export type ListedTask = components['schemas']['ListedTask'];
export type TasksPutInput = components['schemas']['TasksPutInput'];
export type TasksReadInput = components['schemas']['TasksReadInput'];
export type TasksUpdateInput = components['schemas']['TasksUpdateInput'];
export type VehiclesCreateInput = components['schemas']['VehiclesCreateInput'];
export type Vehicle = components['schemas']['Vehicle'];
export type VehiclesListInput = components['schemas']['VehiclesListInput'];
export type VehiclesPutInput = components['schemas']['VehiclesPutInput'];
export type VehiclesReadInput = components['schemas']['VehiclesReadInput'];
export type VehiclesUpdateInput = components['schemas']['VehiclesUpdateInput'];
export type WebhooksCreateInput = components['schemas']['WebhooksCreateInput'];
export type WebhookWithSecret = components['schemas']['WebhookWithSecret'];
export type WebhooksDeleteInput = components['schemas']['WebhooksDeleteInput'];
export type WebhooksDeliveriesInput = components['schemas']['WebhooksDeliveriesInput'];
export type Delivery = components['schemas']['Delivery'];
export type Webhook = components['schemas']['Webhook'];
export type WebhooksReadInput = components['schemas']['WebhooksReadInput'];
export type WebhooksRedeliverInput = components['schemas']['WebhooksRedeliverInput'];
export type WebhooksRotateSecretInput = components['schemas']['WebhooksRotateSecretInput'];
export type WebhooksTestInput = components['schemas']['WebhooksTestInput'];
export type WebhooksUpdateInput = components['schemas']['WebhooksUpdateInput'];
export type Gone = components['schemas']['Gone'];
export type EventCause = components['schemas']['EventCause'];
export type LeadCreatedEvent = components['schemas']['LeadCreatedEvent'];
export type PreviousLead = components['schemas']['PreviousLead'];
export type LeadUpdatedEvent = components['schemas']['LeadUpdatedEvent'];
export type LeadStatusChangedEvent = components['schemas']['LeadStatusChangedEvent'];
export type LeadFollowupDueEvent = components['schemas']['LeadFollowupDueEvent'];
export type LeadTimelineCreatedEvent = components['schemas']['LeadTimelineCreatedEvent'];
export type PreviousEntryOfLead = components['schemas']['PreviousEntryOfLead'];
export type LeadTimelineUpdatedEvent = components['schemas']['LeadTimelineUpdatedEvent'];
export type CustomerCreatedEvent = components['schemas']['CustomerCreatedEvent'];
export type PreviousCustomer = components['schemas']['PreviousCustomer'];
export type CustomerUpdatedEvent = components['schemas']['CustomerUpdatedEvent'];
export type CustomerErasedEvent = components['schemas']['CustomerErasedEvent'];
export type VehicleCreatedEvent = components['schemas']['VehicleCreatedEvent'];
export type PreviousVehicle = components['schemas']['PreviousVehicle'];
export type VehicleUpdatedEvent = components['schemas']['VehicleUpdatedEvent'];
export type QuoteCreatedEvent = components['schemas']['QuoteCreatedEvent'];
export type PreviousQuote = components['schemas']['PreviousQuote'];
export type QuoteUpdatedEvent = components['schemas']['QuoteUpdatedEvent'];
export type InvoiceCreatedEvent = components['schemas']['InvoiceCreatedEvent'];
export type PreviousInvoice = components['schemas']['PreviousInvoice'];
export type InvoiceUpdatedEvent = components['schemas']['InvoiceUpdatedEvent'];
export type JobCreatedEvent = components['schemas']['JobCreatedEvent'];
export type PreviousJob = components['schemas']['PreviousJob'];
export type JobUpdatedEvent = components['schemas']['JobUpdatedEvent'];
export type JobStageChangedEvent = components['schemas']['JobStageChangedEvent'];
export type PreviousAppointment = components['schemas']['PreviousAppointment'];
export type AppointmentChangedEvent = components['schemas']['AppointmentChangedEvent'];
export type TaskCreatedEvent = components['schemas']['TaskCreatedEvent'];
export type PreviousTask = components['schemas']['PreviousTask'];
export type TaskUpdatedEvent = components['schemas']['TaskUpdatedEvent'];
export type TaskCompletedEvent = components['schemas']['TaskCompletedEvent'];
export type TaskReopenedEvent = components['schemas']['TaskReopenedEvent'];
export type TaskCanceledEvent = components['schemas']['TaskCanceledEvent'];
export type TaskAssignedEvent = components['schemas']['TaskAssignedEvent'];
export type ServiceCreatedEvent = components['schemas']['ServiceCreatedEvent'];
export type PreviousServiceDetail = components['schemas']['PreviousServiceDetail'];
export type ServiceUpdatedEvent = components['schemas']['ServiceUpdatedEvent'];
export type ReviewReceivedEvent = components['schemas']['ReviewReceivedEvent'];
export type PreviousReview = components['schemas']['PreviousReview'];
export type ReviewUpdatedEvent = components['schemas']['ReviewUpdatedEvent'];
export type PreviousStaffMember = components['schemas']['PreviousStaffMember'];
export type StaffUpdatedEvent = components['schemas']['StaffUpdatedEvent'];
export type PreviousPhoneNumber = components['schemas']['PreviousPhoneNumber'];
export type PhoneNumberUpdatedEvent = components['schemas']['PhoneNumberUpdatedEvent'];
export type ConversationCreatedEvent = components['schemas']['ConversationCreatedEvent'];
export type PreviousConversation = components['schemas']['PreviousConversation'];
export type ConversationUpdatedEvent = components['schemas']['ConversationUpdatedEvent'];
export type ConversationAssignedEvent = components['schemas']['ConversationAssignedEvent'];
export type MessageReceivedEvent = components['schemas']['MessageReceivedEvent'];
export type PreviousMessage = components['schemas']['PreviousMessage'];
export type MessageSentEvent = components['schemas']['MessageSentEvent'];
export type MessageDeliveredEvent = components['schemas']['MessageDeliveredEvent'];
export type MessageFailedEvent = components['schemas']['MessageFailedEvent'];
export type ScheduledMessageCreatedEvent = components['schemas']['ScheduledMessageCreatedEvent'];
export type PreviousScheduledMessage = components['schemas']['PreviousScheduledMessage'];
export type ScheduledMessageUpdatedEvent = components['schemas']['ScheduledMessageUpdatedEvent'];
export type ScheduledMessageCanceledEvent = components['schemas']['ScheduledMessageCanceledEvent'];
export type ScheduledMessageSentEvent = components['schemas']['ScheduledMessageSentEvent'];
export type ScheduledMessageRefusedEvent = components['schemas']['ScheduledMessageRefusedEvent'];
export type CustomerTextingBlockedEvent = components['schemas']['CustomerTextingBlockedEvent'];
export type CustomerTextingUnblockedEvent = components['schemas']['CustomerTextingUnblockedEvent'];
export type PreviousCall = components['schemas']['PreviousCall'];
export type CallCompletedEvent = components['schemas']['CallCompletedEvent'];
export type CallMissedEvent = components['schemas']['CallMissedEvent'];
export type CallRecordingReadyEvent = components['schemas']['CallRecordingReadyEvent'];
export type CallTranscribedEvent = components['schemas']['CallTranscribedEvent'];
export type RecordsEmptiedEvent = components['schemas']['RecordsEmptiedEvent'];
export type PreviousShop = components['schemas']['PreviousShop'];
export type ShopUpdatedEvent = components['schemas']['ShopUpdatedEvent'];
export type RecordsImportedEvent = components['schemas']['RecordsImportedEvent'];
export type TextingPausedEvent = components['schemas']['TextingPausedEvent'];
export type TextingResumedEvent = components['schemas']['TextingResumedEvent'];
export type PingEvent = components['schemas']['PingEvent'];
export type PreviousWebhook = components['schemas']['PreviousWebhook'];
export type WebhookFailingEvent = components['schemas']['WebhookFailingEvent'];
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
/** An event, as a webhook delivers it. `type` tells its data. */
export type ShopEvent = LeadCreatedEvent | LeadUpdatedEvent | LeadStatusChangedEvent | LeadFollowupDueEvent | LeadTimelineCreatedEvent | LeadTimelineUpdatedEvent | CustomerCreatedEvent | CustomerUpdatedEvent | CustomerErasedEvent | VehicleCreatedEvent | VehicleUpdatedEvent | QuoteCreatedEvent | QuoteUpdatedEvent | InvoiceCreatedEvent | InvoiceUpdatedEvent | JobCreatedEvent | JobUpdatedEvent | JobStageChangedEvent | AppointmentChangedEvent | TaskCreatedEvent | TaskUpdatedEvent | TaskCompletedEvent | TaskReopenedEvent | TaskCanceledEvent | TaskAssignedEvent | ServiceCreatedEvent | ServiceUpdatedEvent | ReviewReceivedEvent | ReviewUpdatedEvent | StaffUpdatedEvent | PhoneNumberUpdatedEvent | ConversationCreatedEvent | ConversationUpdatedEvent | ConversationAssignedEvent | MessageReceivedEvent | MessageSentEvent | MessageDeliveredEvent | MessageFailedEvent | ScheduledMessageCreatedEvent | ScheduledMessageUpdatedEvent | ScheduledMessageCanceledEvent | ScheduledMessageSentEvent | ScheduledMessageRefusedEvent | CustomerTextingBlockedEvent | CustomerTextingUnblockedEvent | CallCompletedEvent | CallMissedEvent | CallRecordingReadyEvent | CallTranscribedEvent | RecordsEmptiedEvent | ShopUpdatedEvent | RecordsImportedEvent | TextingPausedEvent | TextingResumedEvent | PingEvent | WebhookFailingEvent;
/** An event of the feed, which always has its place there. */
type Numbered<Event> = Event extends unknown ? Omit<Event, "number"> & { number: number } : never;
export type FeedEvent = Numbered<ShopEvent>;
