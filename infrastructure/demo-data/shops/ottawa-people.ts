import type { People } from './demo-shop.js';

/** Invented people and companies. Their names use several scripts, as real customers' names do. */
export const OTTAWA_PEOPLE: People = {
  familyNameFirst: false,
  firstNames: [
    ...['Aaliyah', 'Aiden', 'Amélie', 'Amir', 'Ana', 'Anders', 'Anjali', 'Beatriz', 'Ben', 'Björn', 'Brooke', 'Camille'],
    ...['Carlos', 'Chantal', 'Chloe', 'Connor', 'Daniel', 'Deepak', 'Devon', 'Élodie', 'Emeka', 'Emma', 'Ewa', 'Fatima'],
    ...['François', 'Gabrielle', 'Grace', 'Gurpreet', 'Hannah', 'Harjit', 'Ingrid', 'Isabelle', 'Jacob', 'Jade', 'Jérôme'],
    ...['José', 'Kateryna', 'Kevin', 'Laura', 'Liam', 'Łukasz', 'Mackenzie', 'Marc-André', 'María', 'Mei', 'Mohammed', 'Nadia'],
    ...['Ngozi', 'Noah', 'Olena', 'Olivier', 'Patrick', 'Priya', 'Rachel', 'Renée', 'Saoirse', 'Sara', 'Siobhán', 'Søren'],
    ...['Tariq', 'Thanh', 'Tyler', 'Valérie', 'Wei', 'Yusuf', 'Zoë', 'Олена', '美玲', 'محمد'],
  ],
  lastNames: [
    ...['Abdi', 'Ali', 'Anderson', 'Bélanger', 'Bouchard', 'Brown', 'Campbell', 'Chen', 'Côté', 'Da Silva', 'Dhillon', 'Dubois'],
    ...['Fernández', 'Fortin', 'Fraser', 'Gagnon', 'García', 'Gauthier', 'Gill', 'Graham', 'Haddad', 'Hansen', 'Hébert'],
    ...['Hussein', 'Jackson', 'Jensen', 'Kaur', 'Khan', 'Kim', 'Kovács', 'Kowalski', 'Lapointe', 'Lavoie', 'Lee', 'MacDonald'],
    ...[
      'Martin',
      'McKenzie',
      'Morin',
      'Müller',
      'Nguyễn',
      'Nowak',
      'O’Connor',
      'Okafor',
      'Ouellet',
      'Patel',
      'Pelletier',
      'Petrov',
    ],
    ...[
      'Roy',
      'Saïd',
      'Santos',
      'Schmidt',
      'Sharma',
      'Singh',
      'Smith',
      'St-Pierre',
      'Stewart',
      'Sørensen',
      'Thompson',
      'Tremblay',
    ],
    ...['Wang', 'Williams', 'Wong', 'Wright', 'Yılmaz', 'Zhang', 'Шевченко', '陈'],
  ],
  companies: [
    ...['Capital Courier Co-op', 'Rideau Landscaping', 'Byward Catering', 'Gatineau Hills Rentals', 'Bytown Plumbing'],
    ...['Kanata Robotics', 'Maple Leaf Movers', 'Nepean Dental Group', 'Orléans Électrique', 'Westboro Property Services'],
    ...['Canal Limousine', 'Lakeview Roofing', 'Parkdale Film Equipment', 'Valley Snow Removal', 'Chaudière Brewing'],
  ],
};
