import { DiagLog } from '../../../adapters/traces/diag-log.js';
import { TestLog } from '../../support/test-log.js';

test('what the SDK says comes into the log once, its first line only, whatever numbers it has', () => {
  const log = new TestLog();
  const diag = new DiagLog(log);
  diag.warn('Dropped 12 spans because maxQueueSize reached');
  diag.warn('Dropped 7 spans because maxQueueSize reached');
  diag.error('a certificate cannot be read\n    at somewhere');
  diag.info();
  expect(log.lines).toEqual([
    { level: 'warn', message: 'traces', detail: { reason: 'Dropped 12 spans because maxQueueSize reached' } },
    { level: 'warn', message: 'traces', detail: { reason: 'a certificate cannot be read' } },
  ]);
});
