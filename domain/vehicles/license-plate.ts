/** Returns a plate in the form in which plates are compared: in upper case, with the blanks and hyphens that are inside it. */
export function comparablePlate(plate: string): string {
  return plate.trim().normalize('NFC').toUpperCase();
}
