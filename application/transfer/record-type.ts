/** A type of record that can be imported or referred to by imported rows. Each type has its own table. */
export interface RecordType {
  /** unique among all types */
  readonly name: string;
  /** the word for one record: `lead` */
  readonly noun: string;
}
