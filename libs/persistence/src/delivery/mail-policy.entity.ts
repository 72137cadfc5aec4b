import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** What workers and API agree on about mails, one row. */
@Entity('mail_policy', {
  comment: 'What workers and API agree on about mails, one row. Each worker writes it when it starts.',
})
@Check('mail_policy_only_row_check', 'only_row')
export class MailPolicyEntity {
  @PrimaryColumn('boolean', { default: true, comment: 'Always true.' }) onlyRow: boolean;
  @Column('boolean') confirmationRequired: boolean;
}
