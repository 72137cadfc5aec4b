import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The indices that were made for this store. */
@Entity('search_index', {
  comment:
    'The indices that were made for this store. They stand here and not in the search engine, so that ' +
    'marks are removed and targets read in the same transaction.',
})
@Check('search_index_state_check', "state in ('CREATING', 'BUILDING', 'LIVE', 'RETIRED')")
@Index('search_index_in_the_making', { synchronize: false }) // is over an expression
@Index('search_index_live', ['state'], { unique: true, where: "state = 'LIVE'" })
export class SearchIndexEntity {
  @PrimaryColumn('text') name: string;
  @Column('text', { comment: 'BUILDING and LIVE are written; LIVE is searched; RETIRED is dropped a day later.' })
  state: 'CREATING' | 'BUILDING' | 'LIVE' | 'RETIRED';
  @Column('integer') mappingVersion: number;
  @Column('uuid', { nullable: true, comment: 'How far the first load is: all properties up to this id.' }) loadedTo:
    string | null;
  @Column('bigint', { default: 0 }) loaded: number;
  @Column('boolean', { default: false }) isLoaded: boolean;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
  @Column({ type: 'timestamptz', precision: 3 }) advancedAt: Date;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) liveAt: Date | null;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) auditedAt: Date | null;
  @Column('jsonb', { nullable: true, comment: 'What the last audit found, by kind.' }) drift: Record<
    string,
    number
  > | null;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) retiredAt: Date | null;
  @Column('text', { nullable: true }) retiredBecause: string | null;
}
