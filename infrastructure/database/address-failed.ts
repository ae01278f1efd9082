/** The settings with an address at which the database is opened. */
export type AddressSetting = 'DATABASE_URL' | 'DATABASE_DIRECT_URL';

/** The database cannot be used at the address in a setting. The message is one line with the advice. */
export class AddressFailed extends Error {
  /** @param advice null: the problem does not show what must be changed */
  constructor(
    readonly setting: AddressSetting,
    readonly problem: string,
    readonly advice: string | null = null,
    cause?: unknown,
  ) {
    super(advice === null ? problem : `${problem}: ${advice}`, { cause });
  }

  /** The same with more words before it. */
  after(words: string): AddressFailed {
    return new AddressFailed(this.setting, `${words}: ${this.problem}`, this.advice, this.cause);
  }
}
