import twilio from 'twilio';

/** A form as it came: names and values are decoded, and nothing is trimmed or left out. */
export interface SignedForm {
  /** the address that Twilio called: the public address of the service, then path and query letter by letter as they came */
  readonly url: string;
  readonly form: URLSearchParams;
  /** the header `X-Twilio-Signature` */
  readonly signature: string;
}

/**
 * Tells whether Twilio has signed a form. The SDK signs the address as it came, with and without its port, and compares in constant
 * time. Values of one name count in any order, and equal ones once.
 */
export function isSignedByTwilio(authToken: string, { url, form, signature }: SignedForm): boolean {
  if (!URL.canParse(url)) return false;
  const parameters = Object.fromEntries([...new Set(form.keys())].map((name) => [name, form.getAll(name)]));
  return twilio.validateRequest(authToken, signature, url, parameters);
}
