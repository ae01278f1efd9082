import { InvalidArgumentError } from 'commander';

/** Returns the reader of an option that takes a whole number within these bounds. */
export function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const number = /^\d{1,15}$/.test(text) ? Number(text) : -1;
    if (number < min || number > max) throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
    return number;
  };
}
