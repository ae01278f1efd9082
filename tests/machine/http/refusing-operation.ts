import { OneOf } from '../../../application/kernel/fields/fields.js';
import { operation, post, type Caller, type UseCase } from '../../../application/kernel/operation/operation.js';
import { one } from '../../../application/kernel/operation/output.js';
import { ERROR_CODES, RateLimited, ShopError, Unauthorized, Unavailable, type ErrorCode } from '../../../domain/shared/errors.js';

class RefuseInput {
  @OneOf(ERROR_CODES) code!: ErrorCode;
}

class RefusalView {
  @OneOf(ERROR_CODES) code!: ErrorCode;

  static of(code: ErrorCode): RefusalView {
    return { code };
  }
}

class AnyRefusal extends ShopError {
  constructor(readonly code: ErrorCode) {
    super('as was asked for');
  }
}

class Refuse implements UseCase<RefuseInput, never> {
  execute(_caller: Caller, { code }: RefuseInput): Promise<never> {
    throw refusalOf(code);
  }
}

/** Returns the error for a code. A code whose answer has more than a message has an error class of its own. */
function refusalOf(code: ErrorCode): ShopError {
  if (code === 'unauthorized') return new Unauthorized('as was asked for');
  if (code === 'rate_limited') return new RateLimited('as was asked for', 7);
  return code === 'unavailable' ? new Unavailable() : new AnyRefusal(code);
}

/** An operation that refuses every call, with the error code in the call's input. */
export const refusingOperation = operation(Refuse, {
  name: 'refusals.make',
  summary: 'Refuse',
  description: 'Refuses with the code it is given.',
  scope: 'full',
  route: post('/refusals'),
  input: RefuseInput,
  output: one(RefusalView),
  needs: [],
  errors: ERROR_CODES,
});
