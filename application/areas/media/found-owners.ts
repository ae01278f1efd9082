import type { MediaKind } from '../../../domain/media/media-file.js';
import { ValidationError } from '../../../domain/shared/errors.js';
import type { CallId, MessageId, ShopId } from '../../../domain/shared/id.js';
import type { Wanted } from '../../transfer/import-store.js';
import type { FileOwner } from './land-imported.js';
import type { MediaOwner, MediaOwners } from './media-files.js';
import type { NamedOwner } from './media-manifest.js';

/** The calls and messages of a shop that some lines of a manifest name. */
export class FoundOwners {
  private constructor(
    private readonly calls: readonly MediaOwner<CallId>[],
    private readonly messages: readonly MediaOwner<MessageId>[],
  ) {}

  static async find(owners: MediaOwners, shop: ShopId, named: readonly NamedOwner[]): Promise<FoundOwners> {
    const calls = await owners.calls(shop, wanted(named, 'call'));
    return new FoundOwners(calls, await owners.messages(shop, wanted(named, 'message')));
  }

  /** @throws ValidationError when the shop has no such call or message */
  of(kind: MediaKind, named: NamedOwner): FileOwner {
    return kind === 'attachment'
      ? { of: 'message', id: idOf(this.messages, named) }
      : { of: 'call', id: idOf(this.calls, named), kind };
  }
}

function wanted(named: readonly NamedOwner[], of: NamedOwner['of']): Wanted {
  const ours = named.filter((one) => one.of === of);
  return {
    ids: ours.map(({ id }) => id).filter((id) => id !== null),
    externalIds: ours.map(({ externalId }) => externalId).filter((id) => id !== null),
  };
}

function idOf<Id extends CallId | MessageId>(found: readonly MediaOwner<Id>[], { of, id, externalId }: NamedOwner): Id {
  const byId = found.find((owner) => owner.id === id);
  const byExternalId = externalId === null ? undefined : found.find((owner) => owner.externalId === externalId);
  if (byId && byExternalId && byId !== byExternalId)
    throw new ValidationError(`${of}_external_id`, `names another ${of} than ${of}_id`);
  const owner = byId ?? byExternalId;
  if (owner) return owner.id;
  throw externalId === null
    ? new ValidationError(`${of}_id`, `is no ${of} of this shop`)
    : new ValidationError(`${of}_external_id`, `no ${of} of this shop has this external id`);
}
