export interface Dialogue {
  /** the subject, when the dialogue is an e-mail thread */
  readonly subject: string;
  /** the customer's line first, then the shop's, and so on in turn */
  readonly lines: readonly string[];
  /** the value of `{price}`, in cents of the menu */
  readonly price?: number;
}
