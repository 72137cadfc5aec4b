import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Processes that count, and how many batches each has written: no batch counts twice. */
@Entity('usage_writer', {
  comment: 'Processes that count, and how many batches each has written: no batch counts twice. Rows stay.',
})
export class UsageWriterEntity {
  @PrimaryColumn('uuid') id: string;
  @Column('integer', { comment: 'Number of the last batch.' }) batches: number;
  @Column({ type: 'timestamptz', precision: 3 }) writtenAt: Date;
}
