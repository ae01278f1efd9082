/** Messages from use cases and background work to the operator. The messages never have bodies, secrets or contact data. */
export abstract class Log {
  abstract info(message: string, detail?: object): void;
  abstract warn(message: string, detail?: object): void;
  abstract error(message: string, detail?: object): void;
}
