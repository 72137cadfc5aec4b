import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Ranges of changes in which workers were lost. */
@Entity('match_suspect', { comment: 'Ranges of changes in which workers were lost.' })
export class MatchSuspectEntity {
  @PrimaryColumn('bigint') firstChange: number;
  @Column('bigint') lastChange: number;
  @Column('integer') losses: number;
}
