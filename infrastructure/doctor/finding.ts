/** The result of one check, with advice for the operator. */
export interface Finding {
  readonly check: string;
  readonly status: 'ok' | 'warn' | 'fail';
  readonly detail: string;
  /** null: the operator does not have to do anything */
  readonly advice: string | null;
}

export function ok(check: string, detail: string): Finding {
  return { check, status: 'ok', detail, advice: null };
}

export function warn(check: string, detail: string, advice: string): Finding {
  return { check, status: 'warn', detail, advice };
}

export function fail(check: string, detail: string, advice: string): Finding {
  return { check, status: 'fail', detail, advice };
}
