/** What an area of the registry (the first part of an operation's name) is about, for the document's readers. */
const AREAS: Readonly<Record<string, string>> = {
  account: 'The shop and the key behind a request.',
  leads: 'People who asked and have not bought yet: their status, owner, follow-up and timeline.',
  customers: 'The shop’s customers, each with an e-mail or a phone that nobody else has.',
  vehicles: 'Customers’ vehicles, completed from their VIN.',
  tasks: 'The shop’s to-do queue. Nothing is deleted.',
};

export function areaOf(operationName: string): string {
  return operationName.split('.', 1)[0] ?? operationName;
}

export function aboutArea(area: string): string {
  return AREAS[area] ?? `The operations \`${area}.*\`.`;
}
