import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { GroupingDecisionEntity } from './grouping-decision.entity.js';

/** What standing decisions ask of two listings, each pair in both directions. */
@Entity('grouping_tie', { comment: 'What standing decisions ask of two listings, each pair in both directions.' })
@Index('grouping_tie_decision', ['decisionId'])
export class GroupingTieEntity {
  @PrimaryColumn('uuid') listingId: string;
  @PrimaryColumn('uuid') otherId: string;
  @PrimaryColumn('uuid') decisionId: string;
  @ManyToOne(() => GroupingDecisionEntity)
  @JoinColumn({ name: 'decision_id' })
  decision: Relation<GroupingDecisionEntity>;
  @Column('boolean', { comment: 'True: to be one property. False: never to be.' }) together: boolean;
}
