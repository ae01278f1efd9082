/** The called tool, for the log and the metrics. */
export interface CalledTool {
  readonly name: string;
  readonly changes: boolean;
}

/** A whole HTTP answer in JSON-RPC. */
export interface RpcAnswer {
  readonly status: number;
  /** null: the answer has no body (to a notification) */
  readonly body: string | null;
  /** the tool that was called; null: another method, or an unknown one */
  readonly tool?: CalledTool | null;
  /** the error of a call that was refused or failed, because the status does not show the error; null: there was no error */
  readonly refusal?: unknown;
}
