import { setOnline as decide, type Service } from '../../../domain/services/service.js';
import { NotFound } from '../../../domain/shared/errors.js';
import type { ServiceId } from '../../../domain/shared/id.js';
import { Announcer } from '../../kernel/events/announcer.js';
import type { Cause } from '../../kernel/events/cause.js';
import { Flag, Uuid } from '../../kernel/fields/fields.js';
import { operation, type Caller, type UseCase } from '../../kernel/operation/operation.js';
import { one } from '../../kernel/operation/output.js';
import { Clock } from '../../kernel/ports/ports.js';
import { ServiceDetailView, serviceEvents } from './service.view.js';
import { Services } from './services.js';

class SetOnlineInput {
  @Uuid({ listedBy: 'services.list' }) id!: ServiceId;
  @Flag({ description: '`true`: customers can book it online.', example: true }) bookable!: boolean;
}

class SetOnline implements UseCase<SetOnlineInput, Service> {
  constructor(
    private readonly services: Services,
    private readonly clock: Clock,
    private readonly announcer: Announcer,
  ) {}

  async execute({ shop }: Caller, { id, bookable }: SetOnlineInput, cause: Cause): Promise<Service> {
    const service = await this.services.change(shop.id, id, (before) =>
      this.announcer.announce(serviceEvents, before, decide(before, bookable, this.clock.now()), cause),
    );
    if (!service) throw new NotFound('service');
    return service;
  }
}

export const setOnline = operation(SetOnline, {
  name: 'services.set_online',
  summary: 'Show or hide a service on the booking page',
  description:
    'Shows a service on the public booking page, or hides it there. Nobody is contacted, but customers see the change at once. ' +
    'A repetition changes nothing. Refuses to show a service that is no longer sold (`active` false).',
  scope: 'full',
  capability: { permission: 'shop.manage', budget: 'write', feature: 'services' },
  input: SetOnlineInput,
  output: one(ServiceDetailView),
  needs: [Services, Clock, Announcer],
  errors: ['not_found', 'conflict'],
  repeatable: true,
});
