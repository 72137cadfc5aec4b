import { Injectable } from '@nestjs/common';
import { Database } from '@gable/persistence';

/** The database's time without asking for it each time. */
export interface Clock {
  now(): Date;
  /** Compares with the database where the last time is a moment ago. */
  sync(): Promise<Date>;
}

const TRUSTED_MS = 1_000;

/** Between two syncs it goes on with the monotonic clock, which nobody sets. */
@Injectable()
export class DatabaseClock implements Clock {
  private readAt = -Infinity;
  private readTime = 0;

  constructor(private readonly database: Database) {}

  now(): Date {
    return new Date(this.readTime + (performance.now() - this.readAt));
  }

  async sync(): Promise<Date> {
    if (performance.now() - this.readAt < TRUSTED_MS) return this.now();
    const now = await this.database.now();
    this.readAt = performance.now();
    this.readTime = now.getTime();
    return now;
  }
}
