import type { Container } from 'inversify';
import { ApiKeys } from '../application/access/api-keys.js';
import { ChangeShopStanding } from '../application/access/change-shop-standing.js';
import { CreateShop } from '../application/access/create-shop.js';
import { KeyTokens } from '../application/access/key-tokens.js';
import { ListKeys } from '../application/access/list-keys.js';
import { MintKey } from '../application/access/mint-key.js';
import { RevokeKey } from '../application/access/revoke-key.js';
import { SetShop } from '../application/access/set-shop.js';
import { SettingsOfShops } from '../application/access/settings-of-shops.js';
import { Shops } from '../application/access/shops.js';
import type { Port } from '../application/operation/operation.js';
import { AddPhoneNumber } from '../application/phone-numbers/add-phone-number.js';
import { PhoneNumbers } from '../application/phone-numbers/phone-numbers.js';
import { ReleasePhoneNumber } from '../application/phone-numbers/release-phone-number.js';
import { Clock } from '../application/ports/clock.js';
import { Ids } from '../application/ports/ids.js';
import { UnitOfWork } from '../application/ports/unit-of-work.js';
import { AddStaffMember } from '../application/staff/add-staff-member.js';
import { DeactivateStaffMember } from '../application/staff/deactivate-staff-member.js';
import { Staff } from '../application/staff/staff.js';

/** What the command line does to shops, keys, staff and lines. */
export function bindProvisioning(container: Container): void {
  const bind = binderOf(container);
  bind(CreateShop, [Shops, Ids, Clock]);
  bind(SetShop, [Shops, SettingsOfShops, UnitOfWork]);
  bind(ChangeShopStanding, [Shops]);
  bind(MintKey, [Shops, Staff, ApiKeys, KeyTokens, Ids, Clock]);
  bind(ListKeys, [Shops, ApiKeys]);
  bind(RevokeKey, [ApiKeys, Clock]);
  bind(AddStaffMember, [Shops, Staff, Ids, Clock]);
  bind(DeactivateStaffMember, [Staff]);
  bind(AddPhoneNumber, [Shops, PhoneNumbers, Ids, Clock]);
  bind(ReleasePhoneNumber, [Shops, PhoneNumbers]);
}

type PortsOf<Ports extends readonly unknown[]> = { readonly [Index in keyof Ports]: Port<Ports[Index]> };

/** A use case with its constructor's ports, in order; the compiler checks them. */
function binderOf(container: Container) {
  return <Ports extends readonly unknown[]>(useCase: new (...ports: Ports) => object, ports: PortsOf<Ports>): void => {
    // The ports are the constructor's, so what the container has for them is what it takes.
    container.bind<object>(useCase).toResolvedValue((...made: unknown[]) => new useCase(...(made as unknown as Ports)), [...ports]);
  };
}
