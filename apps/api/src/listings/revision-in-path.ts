import type { PipeTransform } from '@nestjs/common';
import { notFound } from '../http/problem.js';

/** What is not the number of a revision names nothing. Nine digits are more than any listing has. */
export class RevisionInPath implements PipeTransform<string, number> {
  transform(value: string): number {
    if (!/^[1-9]\d{0,8}$/.test(value)) throw notFound();
    return Number(value);
  }
}
