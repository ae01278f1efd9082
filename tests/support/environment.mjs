import { types } from 'node:util';
import { TestEnvironment } from 'jest-environment-node';
import { importBuilt } from './built.mjs';

/** The sandbox of a test file. The service and the support code run outside of it, see docs/testing.md. */
export default class ShopEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    // A function of this sandbox's own: jest takes apart what it finds on the global object in the end.
    this.global.importBuilt = (path) => importBuilt(path);
    recognize(this.global.Error, types.isNativeError);
    recognize(this.global.Date, types.isDate);
    this.forgetFaults();
  }

  /** A 500 hides its cause from the client, and so from a test that did not expect it: a failure shows what `TestLog` heard. */
  handleTestEvent({ name, error }) {
    if (name === 'test_start') this.forgetFaults();
    if ((name !== 'test_fn_failure' && name !== 'hook_failure') || !error?.stack) return;
    for (const fault of this.global.faults) error.stack += `\n\nThe service met: ${fault.stack}`;
  }

  forgetFaults() {
    globalThis.faults = this.global.faults = [];
  }
}

/** Makes the service's errors and dates, which another `Error` and `Date` made, instances of the sandbox's. */
function recognize(type, isOne) {
  Object.defineProperty(type, Symbol.hasInstance, {
    value(candidate) {
      return this === type ? isOne(candidate) : Function.prototype[Symbol.hasInstance].call(this, candidate);
    },
  });
}
