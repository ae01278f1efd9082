import { toId, type MessageId, type ShopId } from '../../../domain/shared/id.js';

export const STATUS_CALLBACK_PATH = '/providers/twilio/status';

/** The text that the address of a status callback names. */
export interface CalledBack {
  readonly shop: ShopId | null;
  readonly message: MessageId | null;
}

/**
 * The address to which the provider reports about one text. It names the text, so that a report finds it even if the provider's
 * answer to the hand-over was lost. The provider signs the address with its report.
 * @param publicUrl without a slash at the end
 */
export function statusCallbackUrl(publicUrl: string, shop: ShopId, message: MessageId): string {
  return `${publicUrl}${STATUS_CALLBACK_PATH}?${new URLSearchParams({ shop, message }).toString()}`;
}

/** Reads the query of a status callback. */
export function calledBack(query: URLSearchParams): CalledBack {
  return { shop: toId<'Shop'>(query.get('shop') ?? ''), message: toId<'Message'>(query.get('message') ?? '') };
}
