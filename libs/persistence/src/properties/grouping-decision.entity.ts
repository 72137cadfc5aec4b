import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The audit trail of grouping: who decided what, when and why. */
@Entity('grouping_decision', {
  comment:
    'The audit trail of grouping: who decided what, when and why. Rows are never removed; a withdrawn ' +
    'decision says by whom.',
})
@Check('grouping_decision_kind_check', "kind in ('MERGE', 'SPLIT')")
@Index('grouping_decision_listing', ['listingIds'], { type: 'gin' })
export class GroupingDecisionEntity {
  @PrimaryColumn('uuid') id: string;
  @Column('text') kind: 'MERGE' | 'SPLIT';
  @Column('text') decidedBy: string;
  @Column({ type: 'timestamptz', precision: 3 }) decidedAt: Date;
  @Column('text', { nullable: true }) reason: string | null;
  @Column('uuid', {
    array: true,
    comment: 'Of a merge those put together, the survivor first; of a split the one that was cut and the new one.',
  })
  propertyIds: string[];
  @Column('uuid', { array: true, comment: 'Of a merge all listings of the property; of a split those that left.' })
  listingIds: string[];
  @Column('text', { nullable: true }) withdrawnBy: string | null;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) withdrawnAt: Date | null;
  @Column('text', { nullable: true }) withdrawnReason: string | null;
}
