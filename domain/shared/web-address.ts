const WEB_ADDRESS = /^https?:\/\/[^\s/]/i;

export function isWebAddress(text: string): boolean {
  return WEB_ADDRESS.test(text);
}
