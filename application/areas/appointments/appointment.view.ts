import { APPOINTMENT_STATUSES, appointmentStatus, type Appointment } from '../../../domain/appointments/appointment.js';
import { JOB_STAGES } from '../../../domain/jobs/job.js';
import { labelOf } from '../../../domain/vehicles/vehicle.js';
import type { About, EventFields } from '../../kernel/events/contacts.js';
import { eventKinds } from '../../kernel/events/event-kinds.js';
import { DateTime, Int, OneOf, Text, Uuid } from '../../kernel/fields/fields.js';
import { Nested } from '../../kernel/fields/view.js';
import { BriefCustomerView } from '../customers/brief-customer.view.js';

class AppointmentVehicleView {
  @Uuid() id!: string;
  @Text({ nullable: true, fromOutside: true, description: 'Year, make, model and trim.', example: '2003 HONDA Accord EX-V6' })
  label!: string | null;
  @Text({ nullable: true, fromOutside: true, example: 'CKWP 482' }) license_plate!: string | null;
  @Text({ nullable: true, example: '1HGCM82633A004352' }) vin!: string | null;
}

export class AppointmentView {
  @Uuid({ description: 'The id of the appointment’s job.' }) id!: string;
  @Uuid() job_id!: string;
  @Int({ description: 'The job’s shop-visible number.', example: 1042 }) number!: number;
  @Text({ nullable: true, example: 'Full paint correction' }) title!: string | null;
  @DateTime() starts_at!: string;
  @DateTime({ nullable: true, description: 'Null if the job has no end.' }) ends_at!: string | null;
  @OneOf(APPOINTMENT_STATUSES, { description: 'Derived from the stage.' }) status!: string;
  @OneOf(JOB_STAGES, { example: 'scheduled' }) stage!: string;
  @Uuid({ nullable: true, explained: true, description: 'The profile `id` of a staff row.' }) assignee_id!: string | null;
  @Text({ nullable: true, example: 'Bay 2' }) bay!: string | null;
  @Text({ nullable: true, fromOutside: true, description: 'The address of a mobile job.', example: '214 Bank St, Ottawa' })
  location_address!: string | null;
  @Nested(BriefCustomerView) customer!: BriefCustomerView;
  @Nested(AppointmentVehicleView, { nullable: true }) vehicle!: AppointmentVehicleView | null;
  @DateTime() created_at!: string;

  static of(appointment: Appointment): AppointmentView {
    const { customer, vehicle } = appointment;
    return {
      id: appointment.id,
      job_id: appointment.id,
      number: appointment.number,
      title: appointment.title,
      starts_at: appointment.startsAt,
      ends_at: appointment.endsAt,
      status: appointmentStatus(appointment.stage),
      stage: appointment.stage,
      assignee_id: appointment.assigneeId,
      bay: appointment.bay,
      location_address: appointment.locationAddress,
      customer: BriefCustomerView.of(customer),
      vehicle: vehicle && { id: vehicle.id, label: labelOf(vehicle), license_plate: vehicle.licensePlate, vin: vehicle.vin },
      created_at: appointment.createdAt,
    };
  }
}

const aboutCustomer: About = ({ customer }) => {
  const { id, phone, email } = (customer ?? {}) as EventFields; // safe: the view nests a record
  return [
    ['customer', id],
    ['number', phone],
    ['email', email],
  ];
};

export const appointmentEvents = eventKinds(AppointmentView, aboutCustomer, {
  'appointment.changed': {
    says: 'The diary shows an appointment in another status, or an import that announces its jobs brought or changed it.',
    causedBy: 'jobs.move',
  },
});
