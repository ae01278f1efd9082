import { TestEnvironment } from 'jest-environment-node';

/** A 500 hides its cause from the client, and so from a test that did not expect it: a failure shows what `TestLog` heard. */
export default class ShowingFaults extends TestEnvironment {
  handleTestEvent({ name, error }) {
    if (name === 'test_start') this.global.faults = [];
    if ((name !== 'test_fn_failure' && name !== 'hook_failure') || !error?.stack) return;
    for (const fault of this.global.faults ?? []) error.stack += `\n\nThe service met: ${fault.stack}`;
  }
}
