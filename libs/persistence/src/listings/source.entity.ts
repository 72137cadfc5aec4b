import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Where adverts come from. */
@Entity('source')
export class SourceEntity {
  @PrimaryColumn('uuid') id: string;
  @Column('text') domain: string;
  @Column('text') name: string;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
}
