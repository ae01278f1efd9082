import { writeSync } from 'node:fs';

/** The run's last line, for what reads it: `N passed, N failed`; a file that could not run is among the failed. */
export default class TallyReporter {
  onRunComplete(_contexts, { numPassedTests, numFailedTests, numRuntimeErrorTestSuites }) {
    // Not now: jest's own summary follows.
    process.once('exit', () => writeSync(1, `${numPassedTests} passed, ${numFailedTests + numRuntimeErrorTestSuites} failed\n`));
  }
}
