/** The refusal of a delivery to a webhook that is off. */
export const SWITCHED_OFF = 'the webhook is switched off; switch it on first, with `enabled`';
