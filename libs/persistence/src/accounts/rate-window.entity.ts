import { Column, Entity, JoinColumn, OneToOne, PrimaryColumn, type Relation } from 'typeorm';
import { ApiKeyEntity } from './api-key.entity.js';

/** What all API processes have taken of the minute of a key. */
@Entity('rate_window', {
  comment: 'What all API processes have taken of the minute of a key, in portions. Not logged: a crash begins it anew.',
})
export class RateWindowEntity {
  @PrimaryColumn('uuid') apiKeyId: string;
  @OneToOne(() => ApiKeyEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'api_key_id' })
  apiKey: Relation<ApiKeyEntity>;
  @Column({ type: 'timestamptz', precision: 3 }) startedAt: Date;
  @Column('integer', { comment: 'Requests in the minute, as whoever asked last knew it.' }) maximum: number;
  @Column('integer', { comment: 'What all have taken together.' }) granted: number;
  @Column('integer', { comment: 'What whoever asked last has taken.' }) taken: number;
}
