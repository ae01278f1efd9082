export const SERVICES = [
  ...['Full interior detail', 'Exterior wash and wax', 'Ceramic coating, 3 years', 'Ceramic coating, 5 years', 'Paint correction'],
  ...['Window tint, rear', 'Window tint, all round', 'Paint protection film, hood', 'Paint protection film, full front'],
  ...['Front brake pads and rotors', 'Rear brake pads', 'Brake fluid flush', 'Winter tire change', 'Summer tire change'],
  ...['Four new all-weather tires', 'Wheel alignment', 'Oil change, synthetic', 'Coolant flush', 'Battery replacement'],
  ...['Rust proofing', 'Headlight restoration', 'Odour removal', 'Pre-purchase inspection', 'Dent repair, paintless'],
] as const;

export const STREETS = ['Bank St', 'Elgin St', 'Preston St', 'Carling Ave', 'Merivale Rd', 'Montréal Rd', 'Wellington St W'] as const;
