/** The called tool, for the log and the metrics. */
export interface CalledTool {
  readonly name: string;
  readonly changes: boolean;
}

/** A whole HTTP answer in JSON-RPC. */
export interface RpcAnswer {
  readonly status: number;
  /** null: the answer to a notification, which has no body */
  readonly body: string | null;
  /** the tool that was called; null: the message called no tool, or an unknown one */
  readonly tool?: CalledTool | null;
  /**
   * the error of a call that was refused or failed; the status of a refused tool call is 200 and does not show it; null: there
   * was none
   */
  readonly refusal?: unknown;
}
