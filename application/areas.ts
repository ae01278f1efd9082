/** What an area of the registry (the first part of an operation's name) is about, for the document's readers. */
const AREAS: Readonly<Record<string, string>> = {
  account: 'The shop and the key behind a request.',
  leads: 'People who asked and have not bought yet: their status, owner, follow-up and timeline.',
  customers: 'The shop’s customers, each with an e-mail or a phone that nobody else has.',
  vehicles: 'Customers’ vehicles, completed from their VIN.',
  quotes: 'What the shop offered, built in the app and reported here.',
  invoices: 'What the shop billed and what is still owing; reported only.',
  staff: 'The shop’s people: their roles, and the ids that jobs, tasks and leads are given to.',
  phone_numbers: 'The shop’s lines.',
  jobs: 'The shop’s work: read, and moved between stages. Jobs are made in the app or imported, never here.',
  appointments: 'The diary: jobs with a scheduled window, with their customer and vehicle.',
  services: 'The shop’s menu: what it sells, at which price, and what can be booked online.',
  reviews: 'What customers say of the shop in public.',
  tasks: 'The shop’s to-do queue. Nothing is deleted.',
};

export function areaOf(operationName: string): string {
  return operationName.split('.', 1)[0] ?? operationName;
}

export function aboutArea(area: string): string {
  return AREAS[area] ?? `The operations \`${area}.*\`.`;
}
