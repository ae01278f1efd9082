export const LEAD_SOURCES: readonly (readonly [string | null, number])[] = [
  ['api', 30],
  ['website', 25],
  ['google', 15],
  ['referral', 10],
  ['instagram', 8],
  ['walk-in', 7],
  [null, 5],
];

export const LEAD_NOTES = [
  'Asked about a ceramic coating for a black SUV that sleeps outside.',
  'Wants a price for window tint, all round, darkest legal in front.',
  'Brakes squeal in the morning; could drop the car off before work.',
  'Comparing us with the dealer for a set of four winter tires on rims.',
  'Fleet of six vans, monthly interior cleaning, needs an invoice per van.',
  'Paint chips on the hood; asked what a partial paint protection film costs.',
  'Préfère qu’on lui réponde en français.',
  'Called twice, no answer; left a voicemail.',
  'Smoke smell in a car that was just bought; ozone treatment explained.',
  'Sends photos of the scratch tonight.',
  'Found us through the neighbour’s truck wrap.',
  'Only Saturdays work.\nAsked for a shuttle to the O-Train.',
] as const;

export const LOST_NOTES = ['Went with a shop closer to home.', 'Too expensive this season.', 'Sold the car.'] as const;
