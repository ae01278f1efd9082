/** A kind of record that files bring, or that their rows refer to. Each is stored in a table of its own. */
export interface RecordType {
  /** unique among all */
  readonly name: string;
  /** one of them, in words */
  readonly noun: string;
}
