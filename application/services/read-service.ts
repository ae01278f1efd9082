import type { ServiceId } from '../../domain/shared/id.js';
import { PathId } from '../operation/fields.js';
import { get, operation } from '../operation/operation.js';
import { one } from '../operation/output.js';
import { GetService } from './get-service.js';
import { ServiceDetailView } from './service-detail.view.js';
import { Services } from './services.js';

class ReadServiceInput {
  @PathId() id!: ServiceId;
}

export const readService = operation(GetService, {
  name: 'services.read',
  summary: 'Read a service',
  description: 'One service of the menu, with its prices by vehicle size, its deposit and its picture.',
  scope: 'read',
  route: get('/services/:id'),
  input: ReadServiceInput,
  output: one(ServiceDetailView),
  needs: [Services],
  errors: ['not_found'],
});
