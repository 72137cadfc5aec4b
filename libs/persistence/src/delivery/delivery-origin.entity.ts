import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** An origin as one account uses it. Of one that several accounts use, each has its own. */
@Entity('delivery_origin', {
  comment: 'An origin (scheme, host, port) as one account uses it: what shares a breaker for hosts that do not answer.',
})
@Index('delivery_origin_once', { synchronize: false }) // is over an expression
export class DeliveryOriginEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('uuid') accountId: string;
  @Column('text', { comment: 'As deliveryOrigin writes it.' }) origin: string;
  @Column('integer', { default: 0, comment: 'The breaker, with the next four: OriginState of the domain.' })
  failures: number;
  @Column('bigint', { array: true, default: () => "'{}'" }) silentEndpoints: number[];
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) openedAt: Date | null;
  @Column('integer', { default: 0 }) failedProbes: number;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) probeAt: Date | null;
}
