import type { PipeTransform } from '@nestjs/common';
import { notFound } from './problem.js';

/** What is not a UUID names nothing, and looks like anything else that is not there. */
export class UuidInPath implements PipeTransform<string, string> {
  transform(value: string): string {
    if (!UUID.test(value)) throw notFound();
    return value.toLowerCase();
  }
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
