import { eventKindOf, type Automation } from '../../../domain/automations/automation.js';
import { plainKind } from '../../storage/records/record-kind.js';
import { automationTable } from './automation.table.js';

export const AUTOMATION_KIND = plainKind<Automation>({
  table: automationTable,
  where: 't.deleted_at is null',
  derived: { listensTo: ({ on }) => eventKindOf(on), deletedAt: () => null },
});
