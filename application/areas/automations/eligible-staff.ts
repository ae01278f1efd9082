import type { Step } from '../../../domain/automations/automation.js';
import { refuse } from '../../../domain/shared/errors.js';
import type { ShopId } from '../../../domain/shared/id.js';
import { isInboxTeammate } from '../../../domain/staff/staff.js';
import type { Staff } from '../staff/staff.js';

/**
 * Checks that each teammate whom a step names may be assigned. A run checks it again, because people leave.
 * @throws ValidationError which names the path, `do[0].staff_id: …`; the same whether the user is unknown, inactive, ineligible or
 * of another shop
 */
export async function requireEligible(staff: Staff, shop: ShopId, steps: readonly Step[]): Promise<void> {
  const faults = await Promise.all(
    steps.map(async (step, index) => {
      const member = 'staffId' in step && step.staffId !== null ? await staff.findByUser(shop, step.staffId) : undefined;
      if (member === undefined || (member && isInboxTeammate(member))) return [];
      return [
        {
          field: `do[${index}].staff_id`,
          problem: 'must be an active teammate whose role grants inbox access: a staff_id from tasks.assignees',
        },
      ];
    }),
  );
  refuse(faults.flat());
}
