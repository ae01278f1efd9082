import { Execution, type Call, type Outcome } from '../../application/operation/execution.js';
import { inSpan, type Traces } from '../../application/ports/traces.js';

/** Carries out each call in a span with the name of its operation. */
export class TracedExecution extends Execution {
  constructor(
    private readonly traces: Traces,
    ...parts: ConstructorParameters<typeof Execution>
  ) {
    super(...parts);
  }

  override run(call: Call): Promise<Outcome> {
    const { operation, surface } = call;
    const start = { name: operation.name, kind: 'internal', facts: { 'shop_operations.surface': surface } } as const;
    return inSpan(this.traces, start, async (span) => {
      const outcome = await super.run(call);
      if (outcome.replayed) span.add({ 'shop_operations.replayed': true });
      return outcome;
    });
  }
}
