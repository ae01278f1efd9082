/** The form in which plates are compared: upper case. Blanks and hyphens inside the plate are kept and count. */
export function comparablePlate(plate: string): string {
  return plate.trim().normalize('NFC').toUpperCase();
}
