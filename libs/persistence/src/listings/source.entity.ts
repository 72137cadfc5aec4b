import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Where listings come from: a portal, the feed of an agency. */
@Entity('source', { comment: 'Where listings come from: a portal, the feed of an agency.' })
@Index('source_name', ['name', 'id'])
export class SourceEntity {
  @PrimaryColumn('uuid') id: string;
  @Column('text', { unique: true }) domain: string;
  @Column('text') name: string;
  @Column('text', { default: '', comment: 'The name as it is searched: plainText of it.' }) plainName: string;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
}
