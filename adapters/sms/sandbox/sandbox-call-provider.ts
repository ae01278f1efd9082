import { CallProvider, type ListedReport } from '../../../application/areas/calls/call-provider.js';

/** The sandbox loses no call: the service takes each one when it is made. */
export class SandboxCallProvider extends CallProvider {
  override reportsSince(): Promise<readonly ListedReport[]> {
    return Promise.resolve([]);
  }
}
