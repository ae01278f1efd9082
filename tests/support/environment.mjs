import { types } from 'node:util';
import { TestEnvironment } from 'jest-environment-node';
import { importBuilt } from './built.mjs';

/** The sandbox of a test file. The service and the support code run outside of it, see docs/testing.md. */
export default class ShopEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    // This function belongs to the sandbox, because jest clears the functions on the global object at the end.
    this.global.importBuilt = (path) => importBuilt(path);
    recognize(this.global.Error, types.isNativeError);
    recognize(this.global.Date, types.isDate);
    this.forgetFaults();
  }

  /** Adds the errors that `TestLog` recorded to the failure of a test, because a 500 hides its cause from the client. */
  handleTestEvent({ name, error }) {
    if (name === 'test_start') this.forgetFaults();
    if ((name !== 'test_fn_failure' && name !== 'hook_failure') || !error?.stack) return;
    for (const fault of this.global.faults) error.stack += `\n\nThe service met: ${fault.stack}`;
  }

  forgetFaults() {
    globalThis.faults = this.global.faults = [];
  }
}

/** Lets `instanceof` in the sandbox accept the service's errors and dates, which come from another `Error` and `Date`. */
function recognize(type, isOne) {
  Object.defineProperty(type, Symbol.hasInstance, {
    value(candidate) {
      return this === type ? isOne(candidate) : Function.prototype[Symbol.hasInstance].call(this, candidate);
    },
  });
}
