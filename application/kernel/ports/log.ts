/**
 * The fields that a log line may have beside its message: ids, kinds, outcomes, numbers and errors. A sentence of a mail server is
 * none of them, because it can have an address in it. The log drops other fields, so that no body or secret is logged.
 */
export const LOG_FIELDS = [
  ...(['requestId', 'method', 'operation', 'path', 'status', 'code', 'shop', 'key', 'keyId', 'ms'] as const),
  ...(['error', 'reason', 'task', 'job', 'attempts', 'count', 'port', 'signal', 'setting'] as const),
  ...(['automation', 'event', 'file', 'kind', 'message', 'outcome', 'providerId', 'webhook'] as const),
] as const;

type LogField = (typeof LOG_FIELDS)[number];

/** The names of the fields of a detail, of each variant if it is a union. */
type FieldsOf<Detail> = Detail extends unknown ? keyof Detail : never;

/** A detail that does not compile if it has a field which the log would drop. */
export type LogDetail<Detail extends object> = Detail & Partial<Record<Exclude<FieldsOf<Detail>, LogField>, never>>;

/** Messages from use cases and background work to the operator. The messages never have bodies, secrets or contact data. */
export abstract class Log {
  abstract info<Detail extends object>(message: string, detail?: LogDetail<Detail>): void;
  abstract warn<Detail extends object>(message: string, detail?: LogDetail<Detail>): void;
  abstract error<Detail extends object>(message: string, detail?: LogDetail<Detail>): void;
}
