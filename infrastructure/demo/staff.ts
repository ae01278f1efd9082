import { normalizeEmail } from '../../domain/shared/contact.js';
import type { Role, StaffMember } from '../../domain/staff/staff.js';
import { e164 } from './contacts.js';
import type { Scene } from './scene.js';

interface Teammate {
  readonly name: string;
  readonly role: Role;
  /** days ago */
  readonly since: number;
  readonly active?: false;
}

const TEAM: readonly Teammate[] = [
  { name: 'Marguerite Bell', role: 'owner', since: 399 },
  { name: 'Tomás Rivera', role: 'manager', since: 398 },
  { name: 'Hélène Caron', role: 'advisor', since: 390 },
  { name: 'Jordan Blake', role: 'advisor', since: 140 },
  { name: 'Owen Fairley', role: 'advisor', since: 380, active: false },
  { name: 'Dmytro Bondar', role: 'technician', since: 396 },
  { name: 'Keisha Moore', role: 'technician', since: 350 },
  { name: 'Minh Trần', role: 'technician', since: 200 },
  { name: 'Paula Novak', role: 'viewer', since: 120 },
];

/** Every role, one who has left, and some without access to the inbox. */
export function demoStaff(scene: Scene): StaffMember[] {
  return TEAM.map(({ name, role, since, active = true }, index) => {
    const createdAt = scene.workingTime(scene.daysAgo(since));
    const [first = ''] = name.normalize('NFD').replace(/\p{M}/gu, '').split(' ');
    return {
      id: scene.id<'StaffProfile'>(createdAt),
      userId: scene.id<'StaffUser'>(createdAt),
      name,
      email: role === 'technician' ? null : normalizeEmail(`${first}@example.com`),
      phone: e164(`+161355501${String(index + 1).padStart(2, '0')}`),
      role,
      active,
      createdAt,
    };
  });
}
