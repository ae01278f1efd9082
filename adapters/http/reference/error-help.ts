import type { ErrorCode } from '../../../domain/shared/errors.js';

interface Help {
  readonly todo: string;
  /** whether the same call may succeed later */
  readonly retry: string;
}

const NO = 'No. The same call gets the same answer.';

/** The error page says for each code what a reader can do next. The type requires an entry for every code. */
export const ERROR_HELP: Readonly<Record<ErrorCode, Help>> = {
  invalid_request: {
    todo: 'Send one JSON object in UTF-8. A proxy that rewrites requests may cause this, too: look at the bytes that arrive.',
    retry: NO,
  },
  unauthorized: {
    todo:
      'Send `Authorization: Bearer` with the whole key, and look for a space or a line break that was copied with it. A key that ' +
      'was revoked or has expired is replaced by a new one: `shop-ops key mint`, or `POST /keys/mint`.',
    retry: 'No. Too many wrong keys from one address are refused with `rate_limited` for a while.',
  },
  plan_lapsed: {
    todo: 'The shop’s owner renews the subscription. Capability endpoints and tools still answer.',
    retry: 'Not before the subscription is active again.',
  },
  org_suspended: { todo: 'The shop’s owner asks the operator of the service.', retry: 'Not before the account is active again.' },
  insufficient_scope: { todo: 'Use a key with scope `full`, or call only what reads.', retry: 'No. A key keeps its scope.' },
  forbidden: {
    todo: 'Use a key that has the section that the message names, at level `act`. `GET /keys` tells the sections of each key.',
    retry: 'No. A key keeps its sections.',
  },
  not_found: {
    todo:
      'Take the id from a list of this shop: a record of another shop is not found either. Compare the path and its case with this ' +
      'reference. If the message says that a feature is switched off, the shop’s owner switches it on.',
    retry: NO,
  },
  method_not_allowed: { todo: 'Use a method that the header `Allow` names.', retry: NO },
  request_timeout: {
    todo: 'Send the whole request within 15 seconds. A `Content-Length` that is larger than the body causes this, too.',
    retry: 'Yes, at once.',
  },
  conflict: {
    todo:
      'Read the message. If another record has the value, `Location` leads to it: change that record instead of making a second one. ' +
      'If the state of the record is in the way, read the record again and decide anew.',
    retry:
      'Only while another call is in progress, with the same `Idempotency-Key` or an export of the same key: then `Should-Retry` is ' +
      'absent. Otherwise no.',
  },
  precondition_failed: {
    todo: 'Somebody changed the record after you read it. Read it again, make your change in what you got, and send its new `ETag`.',
    retry: 'Not with the same `If-Match`.',
  },
  payload_too_large: { todo: 'Send less: leave fields out, or divide the work among several calls.', retry: NO },
  range_not_satisfiable: {
    todo: 'Ask for bytes that the file has, or leave `Range` out to get all of it.',
    retry: NO,
  },
  validation_error: {
    todo:
      'The message begins with the name of the field, and says what it wants. REST names the first wrong field, a tool all of them. ' +
      'With `Prefer: handling=strict` misspelt names are refused, too.',
    retry: NO,
  },
  rate_limited: {
    todo:
      'Wait as many seconds as `Retry-After` says. `RateLimit` on every answer tells how many requests are left. Ask for pages of 100, ' +
      'and follow `GET /events` instead of reading lists again and again.',
    retry: 'Yes, after `Retry-After`.',
  },
  headers_too_large: { todo: 'Send less than 16 KiB of headers: cookies of other services are often the cause.', retry: NO },
  internal_error: {
    todo:
      'With `Should-Retry: false` the call is wrong, and the message says how. Without it the service failed: try again, and if that ' +
      'does not help, give the operator the `X-Request-Id` of the answer.',
    retry: 'Yes, if `Should-Retry` is absent. Send an `Idempotency-Key`, so that a repeated write happens once.',
  },
  not_implemented: { todo: 'Do this in another way: the API never does it.', retry: NO },
  unavailable: {
    todo:
      'Wait as many seconds as `Retry-After` says. If the message says that it is unknown whether a change was stored, repeat the call ' +
      'with its `Idempotency-Key`, or look before you repeat it.',
    retry: 'Yes, after `Retry-After`, and then less and less often.',
  },
};
