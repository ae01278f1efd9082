/**
 * Encrypts secrets that the database must keep, such as the signing secrets of webhooks.
 * The context is the place of a secret (its shop, its record), so that a secret which was moved to another row does not open.
 */
export abstract class Sealer {
  /** Printable ASCII without blanks. The same plain text gives another result each time. */
  abstract seal(plain: string, context: string): string;
  /** Null: no signing key of this deployment opens it, it was sealed for another context, or it was changed. */
  abstract open(sealed: string, context: string): string | null;
}
