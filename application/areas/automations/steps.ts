import type { Step } from '../../../domain/automations/automation.js';
import { RefusedChange, ShopError, Unavailable } from '../../../domain/shared/errors.js';
import type { AssignStep } from './assign-step.js';
import type { CreateTaskStep } from './create-task-step.js';
import type { SendTextStep } from './send-text-step.js';
import type { SetFollowupStep } from './set-followup-step.js';
import { notDone, type StepContext, type StepOutcome } from './step-context.js';

/** The steps that rules can have. */
export class Steps {
  constructor(
    private readonly createTask: CreateTaskStep,
    private readonly sendText: SendTextStep,
    private readonly assign: AssignStep,
    private readonly setFollowup: SetFollowupStep,
  ) {}

  /** Does a step. A refusal of the service, which a caller would get as an error, becomes the reason why it is not done. */
  async carryOut(step: Step, context: StepContext): Promise<StepOutcome> {
    try {
      return await this.oneOf(step, context);
    } catch (error) {
      if (error instanceof RefusedChange) return notDone('not_a_teammate');
      if (error instanceof ShopError && !(error instanceof Unavailable)) return notDone(`refused: ${error.code}`);
      throw error;
    }
  }

  private oneOf(step: Step, context: StepContext): Promise<StepOutcome> {
    switch (step.step) {
      case 'create_task':
        return this.createTask.carryOut(step, context);
      case 'send_text':
        return this.sendText.carryOut(step, context);
      case 'assign':
        return this.assign.carryOut(step, context);
      case 'set_followup':
        return this.setFollowup.carryOut(step, context);
    }
  }
}
