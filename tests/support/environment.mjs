import { types } from 'node:util';
import { TestEnvironment } from 'jest-environment-node';
import { importBuilt } from './built.mjs';

/** The sandbox of a test file. The service and the support code run outside of the sandbox, see docs/testing.md. */
export default class ShopEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    // The sandbox gets a new function, because jest clears the functions on the sandbox's global object at the end.
    this.global.importBuilt = (path) => importBuilt(path);
    recognize(this.global.Error, types.isNativeError);
    recognize(this.global.Date, types.isDate);
    this.forgetFaults();
  }

  /**
   * When a test fails, the errors that `TestLog` recorded are added to the test's error. A 500 or a 503 does not tell the client
   * its cause, but the log does.
   */
  handleTestEvent({ name, error }) {
    if (name === 'test_start') this.forgetFaults();
    if ((name !== 'test_fn_failure' && name !== 'hook_failure') || !error?.stack) return;
    for (const fault of this.global.faults) error.stack += `\n\nThe service met: ${fault.stack}`;
  }

  forgetFaults() {
    globalThis.faults = this.global.faults = [];
  }
}

/**
 * Lets `instanceof` in the sandbox accept errors and dates of the service. They are made outside of the sandbox, with another
 * `Error` and another `Date`.
 */
function recognize(type, isOne) {
  Object.defineProperty(type, Symbol.hasInstance, {
    value(candidate) {
      return this === type ? isOne(candidate) : Function.prototype[Symbol.hasInstance].call(this, candidate);
    },
  });
}
