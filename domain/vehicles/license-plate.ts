/** The form in which plates are compared: in upper case; blanks and hyphens inside count. */
export function comparablePlate(plate: string): string {
  return plate.trim().normalize('NFC').toUpperCase();
}
