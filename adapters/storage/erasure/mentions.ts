const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/**
 * Tells whether the text of a JSON document has an id, a number or an address of a person as one of its values. The document may
 * hold another one as a text, in which quotes are escaped.
 */
export class Mentions {
  private readonly contacts: readonly string[];

  constructor(
    private readonly ids: ReadonlySet<string>,
    contacts: readonly string[],
  ) {
    this.contacts = contacts.flatMap((contact) => [`"${contact}"`, `"${contact}\\"`]);
  }

  in(json: string): boolean {
    if (this.contacts.some((contact) => json.includes(contact))) return true;
    return json.match(UUID)?.some((id) => this.ids.has(id)) === true;
  }
}
