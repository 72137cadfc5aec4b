import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** Signatures of listings side by side, never changed. */
@Entity('phrase_segment', {
  comment:
    'Signatures of up to 30720 listings, stored bit by bit: a search for phrases reads a few slices of each segment. ' +
    'Never changed; a listing whose texts changed stands in a later one too.',
})
export class PhraseSegmentEntity {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('integer') listings: number;
  @Column('boolean', { default: false, comment: 'Whether it is whole: only then it is searched.' }) isWhole: boolean;
  @Column({ type: 'timestamptz', precision: 3, comment: 'When it was made, or its listings were last counted.' })
  countedAt: Date;
}
