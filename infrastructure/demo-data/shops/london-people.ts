import type { People } from './demo-shop.js';

export const LONDON_PEOPLE: People = {
  familyNameFirst: false,
  firstNames: [
    ...['Aisha', 'Alastair', 'Amara', 'Bronwen', 'Callum', 'Charlotte', 'Dafydd', 'Darius', 'Eilidh', 'Ewan', 'Freya', 'George'],
    ...['Harpreet', 'Imogen', 'Isla', 'Jack', 'Kofi', 'Leila', 'Magdalena', 'Niamh', 'Oluwaseun', 'Poppy', 'Rhys', 'Rosalind'],
    ...['Samir', 'Siân', 'Tomasz', 'Vikram', 'Zainab', 'Zoë'],
  ],
  lastNames: [
    ...['Abbott', 'Adeyemi', 'Ahmed', 'Barker', 'Begum', 'Bennett', 'Chaudhry', 'Cooper', 'Davies', 'Edwards'],
    ...['Fitzgerald', 'Green', 'Hughes', 'Iqbal', 'Jones', 'Kelly', 'MacLeod', 'Mensah', 'Novák', 'O’Sullivan'],
    ...['Owusu', 'Parry', 'Rahman', 'Shah', 'Taylor', 'Walker', 'Wójcik', 'Young'],
  ],
  companies: [
    ...['Tower Couriers', 'Bermondsey Brewing', 'Southwark Lettings'],
    ...['Thames Florists', 'Borough Bakery', 'Deptford Joinery'],
  ],
};
