import { Readable } from 'node:stream';
import { Body, Controller, Get, HttpCode, Inject, Param, Post, Put, Req, Res, StreamableFile } from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiBody,
  ApiConflictResponse,
  ApiConsumes,
  ApiCreatedResponse,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiProduces,
} from '@nestjs/swagger';
import type { ListingStateView } from '@gable/domain/property';
import { FEED_LIMITS } from '@gable/ingest';
import { CONFIG } from '@gable/platform';
import type { Config } from '@gable/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AccessGuard } from '../access/access-guard.js';
import { Caller } from '../access/caller.js';
import { NeedsScope, Roles } from '../access/roles.js';
import { Admitted } from '../admission/admitted.js';
import { BodyLimit } from '../http/body-limit.js';
import { Collection, type Page } from '../http/collection.js';
import { EndlessQuery } from '../http/endless-collection.js';
import { FEED_TYPES, TakesFeeds } from '../http/feed-bodies.js';
import { IdempotencyKey } from '../http/idempotency.js';
import type { JsonObject } from '../http/json-body.js';
import { Offers } from '../http/negotiation.js';
import { PROBLEM_MEDIA_TYPE } from '../http/problem.js';
import { ReadQuery } from '../http/read-query.js';
import { UuidInPath } from '../http/uuid-in-path.js';
import { sendWarnings, WARNINGS_HEADERS } from '../http/warnings.js';
import { ListingStateResponse } from '../listings/listing-state-response.js';
import { ApiEndlessResponse, ApiIdempotencyKey, ApiKeyed, LOCATION_HEADER } from '../openapi/decorators.js';
import { ref } from '../openapi/schema.js';
import { BoundSource } from './bound-source.js';
import { LISTING_EXAMPLE } from './feed-examples.js';
import { FeedJobResponse } from './feed-job-response.js';
import { FeedJobsService } from './feed-jobs.service.js';
import { FeedUploadsService } from './feed-uploads.service.js';
import { PutListingResponse } from './put-listing-response.js';
import { PutListingService } from './put-listing.service.js';
import { ReadListingService } from './read-listing.service.js';
import { readUpload } from './read-upload.js';

/** As long as a line of a feed. */
const LISTING_BYTES = 1024 * 1024;

@Controller('feeds/:domain')
@Admitted('records')
@ApiKeyed('Feeds')
@ApiParam({
  name: 'domain',
  description: 'The domain of a source that the key is bound to.',
  example: 'agency.example',
})
export class FeedsController {
  constructor(
    private readonly uploads: FeedUploadsService,
    private readonly jobs: FeedJobsService,
    private readonly listings: PutListingService,
    private readonly stored: ReadListingService,
    private readonly guard: AccessGuard,
    @Inject(CONFIG) private readonly config: Pick<Config, 'feedUploads' | 'feedLimits'>,
  ) {}

  @Post()
  @HttpCode(202)
  @TakesFeeds()
  @Admitted('uploads')
  @Roles('ROLE_FEED_PROVIDER')
  @NeedsScope('feeds:write')
  @ApiOperation({
    operationId: 'sendFeed',
    summary: 'Send a feed',
    description:
      'One JSON object per line, plain or with Content-Encoding: gzip, up to 1 GB as sent (a setting). ' +
      'With the response the feed is stored on disk, and a worker reads it. An upload that breaks off ' +
      'leaves nothing behind.',
  })
  @ApiIdempotencyKey(
    'A text of your choice, such as a UUID. The same key with the same content returns the same job, as ' +
      'long as the job is listed (30 days); other content is 422.',
  )
  @ApiConsumes(FEED_TYPES[0])
  @ApiBody({ schema: { type: 'string', format: 'binary' }, required: true })
  @ApiAcceptedResponse({
    type: FeedJobResponse,
    description: 'The feed is stored and will be read soon.',
    headers: LOCATION_HEADER,
  })
  async send(
    @Caller() { accountId }: Caller,
    @BoundSource() domain: string,
    @IdempotencyKey() key: string | null,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<FeedJobResponse> {
    const { feedUploads, feedLimits } = this.config;
    const maxUnpackedBytes = feedLimits.maxBytes ?? FEED_LIMITS.maxBytes;
    const owner = { accountId, domain };
    const feed = readUpload(request, { ...feedUploads, maxUnpackedBytes });
    const id = await this.uploads.receive(owner, feed, key, () => this.guard.callerOf(request));
    reply.header('location', `/feeds/${encodeURIComponent(domain)}/jobs/${id}`);
    return this.jobs.read(owner, id);
  }

  @Get('jobs')
  @Roles('ROLE_FEED_PROVIDER')
  @NeedsScope('feeds:read')
  @Collection()
  @ApiOperation({ operationId: 'listFeedJobs', summary: 'List the feeds you sent', description: 'Newest first.' })
  @ApiEndlessResponse(FeedJobResponse, 'Jobs of your account and this source in the last 30 days.')
  list(
    @Caller() { accountId }: Caller,
    @BoundSource() domain: string,
    @ReadQuery() query: EndlessQuery,
  ): Promise<Page<FeedJobResponse>> {
    return this.jobs.list({ accountId, domain }, query);
  }

  @Get('jobs/:id')
  @Roles('ROLE_FEED_PROVIDER')
  @NeedsScope('feeds:read')
  @ApiOperation({ operationId: 'readFeedJob', summary: 'Read the state of a feed job' })
  @ApiParam({ name: 'id', format: 'uuid' })
  @ApiOkResponse({ type: FeedJobResponse, description: 'The job.' })
  read(
    @Caller() { accountId }: Caller,
    @BoundSource() domain: string,
    @Param('id', UuidInPath) id: string,
  ): Promise<FeedJobResponse> {
    return this.jobs.read({ accountId, domain }, id);
  }

  @Get('jobs/:id/rejects')
  @Roles('ROLE_FEED_PROVIDER')
  @NeedsScope('feeds:read')
  @Offers(FEED_TYPES[0])
  @ApiOperation({
    operationId: 'readFeedRejects',
    summary: 'Read all rejected lines of a feed',
    description:
      'One object per line: {line, reasons: [{path, message}], text}. Up to 16 MB are kept per job, and ' +
      '256 MB of the newest jobs per account.',
  })
  @ApiParam({ name: 'id', format: 'uuid' })
  @ApiProduces(FEED_TYPES[0])
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' }, description: 'NDJSON; empty if there are none.' })
  async rejects(
    @Caller() { accountId }: Caller,
    @BoundSource() domain: string,
    @Param('id', UuidInPath) id: string,
  ): Promise<StreamableFile> {
    return new StreamableFile(Readable.from(await this.jobs.rejects({ accountId, domain }, id), { objectMode: false }));
  }

  @Put('listings/:externalId')
  @BodyLimit(LISTING_BYTES)
  @Admitted('listings')
  @Roles('ROLE_FEED_PROVIDER')
  @NeedsScope('feeds:write')
  @ApiOperation({
    operationId: 'putListing',
    summary: 'Store one listing',
    description:
      'The body is one line of a feed; source and externalId may be missing. The listing is stored before ' +
      'the response is sent. The body may have up to 1 MB.',
  })
  @ApiParam({ name: 'externalId', schema: { type: 'string', minLength: 1, maxLength: 200 } })
  @ApiBody({ schema: { type: 'object', additionalProperties: true, example: LISTING_EXAMPLE } })
  @ApiOkResponse({
    type: PutListingResponse,
    description: 'The listing was changed or unchanged.',
    headers: WARNINGS_HEADERS,
  })
  @ApiCreatedResponse({ type: PutListingResponse, description: 'The listing is new.', headers: WARNINGS_HEADERS })
  @ApiConflictResponse({
    description: 'A newer state of the listing is already stored.',
    content: { [PROBLEM_MEDIA_TYPE]: { schema: ref('Problem') } },
  })
  async put(
    @BoundSource() domain: string,
    @Param('externalId') externalId: string,
    @Body() body: JsonObject,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PutListingResponse> {
    const { warnings, ...answer } = await this.listings.put(domain, externalId, body);
    reply.status(answer.outcome === 'created' ? 201 : 200);
    sendWarnings(reply, warnings);
    return answer;
  }

  @Get('listings/:externalId')
  @Roles('ROLE_FEED_PROVIDER')
  @NeedsScope('feeds:read')
  @ApiOperation({
    operationId: 'readOwnListing',
    summary: 'Read the stored state of one listing',
    description: 'The listing as it is now, online or not: its state, its place, and the property to which it belongs.',
  })
  @ApiParam({ name: 'externalId', schema: { type: 'string', minLength: 1, maxLength: 200 } })
  @ApiOkResponse({ type: ListingStateResponse, description: 'The listing.' })
  readListing(@BoundSource() domain: string, @Param('externalId') externalId: string): Promise<ListingStateView> {
    return this.stored.read(domain, externalId);
  }
}
