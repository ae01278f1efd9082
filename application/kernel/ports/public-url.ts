/** The public address of the service. */
export abstract class PublicUrl {
  /** without a slash at its end; null: this deployment has none */
  abstract readonly url: string | null;
}
