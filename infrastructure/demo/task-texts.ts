/** What tasks are about, by what they are linked to. */
export const TASK_TITLES = {
  thread: [
    ...['Reply with a price', 'Call back', 'Send the photos they asked for', 'Confirm the drop-off time', 'Répondre en français'],
    ...['Offer another day', 'Ask for the VIN', 'Check whether the coupon still holds'],
  ],
  customer: [
    ...['Ask for a review', 'Update the phone number', 'Send the loyalty card', 'Follow up on the coating after two weeks'],
    ...['Remind about winter tires', 'Get written consent for texts'],
  ],
  job: [
    ...['Order brake pads', 'Call with the estimate', 'Photograph the paint before we start', 'Move to bay 2', 'Send the pick-up text'],
    ...['Check tint for bubbles', 'Torque the wheels again after 100 km'],
  ],
  shop: [
    ...['Order microfibre towels', 'Pay the water bill', 'Book the lift inspection', 'Post this week’s before-and-after', 'Count the tire storage'],
    ...['Train the new advisor on quotes', 'Call the film supplier'],
  ],
} as const;

export const TASK_NOTES = [
  'They prefer a text to a call.',
  'Part number is in the drawer under the counter.',
  'Second time we promise this; please do it today.',
  'Ask Marguerite before giving a discount.',
  'Before/after photos are in the shared folder.\nUse the ones taken outside.',
] as const;
