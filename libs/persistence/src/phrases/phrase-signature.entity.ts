import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Signatures of texts that no segment holds yet. */
@Entity('phrase_signature', {
  comment:
    'Which pairs of neighbouring words the texts of a listing have, as a Bloom filter, until a segment holds it. ' +
    'Written in the transaction of the listing.',
})
export class PhraseSignatureEntity {
  @PrimaryColumn('uuid') listingId: string;
  @Column('bytea', { comment: '4096 bits; get_bit counts them.' }) signature: Buffer;
}
