import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import {
  MAX_VIOLATIONS,
  PROBLEM_KINDS,
  VIOLATION_CODES,
  type CodedViolation,
  type ProblemDocument,
} from '../http/problem.js';

@ApiSchema({ name: 'Problem', description: 'RFC 9457.' })
export class ProblemResponse implements ProblemDocument {
  @ApiProperty({ enum: Object.keys(PROBLEM_KINDS).map((kind) => `urn:gable:problem:${kind}`) }) type: string;
  @ApiProperty() title: string;
  @ApiProperty({ type: 'integer' }) status: number;
  @ApiProperty({ description: 'What happened and what to do about it.' }) detail: string;
  @ApiProperty({ description: 'urn:uuid: and the request id, which is also in X-Request-Id.' }) instance: string;
}

class ViolationResponse implements CodedViolation {
  @ApiProperty({ description: 'The path in your own spelling; empty for the body itself.' }) propertyPath: string;
  @ApiProperty() message: string;

  @ApiPropertyOptional({ enum: VIOLATION_CODES, description: 'A stable code, if a program may have to react to it.' })
  code?: CodedViolation['code'];
}

@ApiSchema({ name: 'ValidationProblem' })
export class ValidationProblemResponse extends ProblemResponse {
  @ApiProperty({ type: [ViolationResponse], minItems: 1, maxItems: MAX_VIOLATIONS })
  violations: readonly ViolationResponse[];
}
