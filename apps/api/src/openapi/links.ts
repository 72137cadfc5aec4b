import type { OpenAPIObject } from '@nestjs/swagger';

/** Where a value that another operation needs stands in an answer (a runtime expression of OpenAPI). */
type Source = `$response.body#${string}` | `$request.path.${string}`;

/** Which operation takes it on, and as what. */
interface Link {
  readonly to: readonly string[];
  readonly parameters?: Readonly<Record<string, Source>>;
  readonly requestBody?: Readonly<Record<string, Source>>;
}

const READERS_OF_ALERT = [
  'readAlert',
  'changeAlert',
  'deleteAlert',
  'listAlertNotifications',
  'testAlert',
  'replayAlert',
];
const READERS_OF_NOTIFICATION = ['readEventNotification', 'resendEventNotification'];
const READERS_OF_PROPERTY = ['readProperty', 'readPropertyHistory', 'readPropertyGrouping'];
const READERS_OF_SHAPE = ['readShape', 'removeShape'];

const READERS_OF_JOB = ['readFeedJob', 'readFeedRejects'];

const listingAt = (id: Source): Link[] => [{ to: ['readListing', 'listListingRevisions'], parameters: { id } }];
const jobAt = (id: Source): Link[] => [{ to: READERS_OF_JOB, parameters: { domain: '$request.path.domain', id } }];
const alertAt = (id: Source): Link[] => [
  { to: READERS_OF_ALERT, parameters: { uuid: id } },
  { to: ['listAlertEvents'], parameters: { alertUuid: id } },
];
const propertyAt = (uuid: Source): Link[] => [
  { to: READERS_OF_PROPERTY, parameters: { uuid } },
  { to: ['keepFavoriteProperty'], requestBody: { propertyId: uuid } },
];
const eventAt = (alertUuid: Source, id: Source): Link[] => [
  { to: ['readAlertEvent'], parameters: { alertUuid, uuid: id } },
  { to: ['explainAlertEvent'], parameters: { alertUuid, eventUuid: id } },
];

/** From what makes or finds an object to what reads it, by operation. Of a list, its first item leads on. */
const LINKS: Readonly<Record<string, readonly Link[]>> = {
  createAlert: alertAt('$response.body#/id'),
  listAlerts: alertAt('$response.body#/0/id'),
  listAlertEvents: [
    ...eventAt('$request.path.alertUuid', '$response.body#/0/id'),
    ...propertyAt('$response.body#/0/propertyId'),
  ],
  followAlertEvents: [
    { to: ['followAlertEvents'], parameters: { after: '$response.body#/0/id' } },
    ...propertyAt('$response.body#/0/propertyId'),
  ],
  listAlertNotifications: [
    { to: READERS_OF_NOTIFICATION, parameters: { uuid: '$response.body#/0/id' } },
    ...eventAt('$request.path.uuid', '$response.body#/0/eventId'),
  ],
  listEventNotifications: [
    { to: READERS_OF_NOTIFICATION, parameters: { uuid: '$response.body#/0/id' } },
    ...eventAt('$response.body#/0/alertId', '$response.body#/0/eventId'),
  ],
  testAlert: [{ to: READERS_OF_NOTIFICATION, parameters: { uuid: '$response.body#/id' } }],
  resendEventNotification: [{ to: READERS_OF_NOTIFICATION, parameters: { uuid: '$response.body#/id' } }],
  // In shape A, which who says nothing gets.
  searchProperties: [
    ...propertyAt('$response.body#/data/0/attributes/uuid'),
    { to: ['findPropertyByUrl'], parameters: { url: '$response.body#/data/0/attributes/listings/0/url' } },
  ],
  mapProperties: propertyAt('$response.body#/cells/0/properties/0/uuid'),
  keepTileSearch: [{ to: ['readTile'], parameters: { search: '$response.body#/searchId' } }],
  readProperty: listingAt('$response.body#/listings/0/uuid'),
  listListingRevisions: [
    {
      to: ['readListingRevision'],
      parameters: { id: '$request.path.id', revisionId: '$response.body#/0/revisionId' },
    },
  ],
  decideGrouping: [
    { to: ['readGroupingDecision', 'withdrawGroupingDecision'], parameters: { uuid: '$response.body#/id' } },
  ],
  keepFavoriteProperty: [{ to: ['removeFavoriteProperty'], parameters: { id: '$response.body#/id' } }],
  listFavoriteProperties: [
    { to: ['removeFavoriteProperty'], parameters: { id: '$response.body#/0/id' } },
    { to: READERS_OF_PROPERTY, parameters: { uuid: '$response.body#/0/propertyId' } },
  ],
  createShape: [{ to: READERS_OF_SHAPE, parameters: { id: '$response.body#/id' } }],
  listShapes: [{ to: READERS_OF_SHAPE, parameters: { id: '$response.body#/0/id' } }],
  autocompleteDivisions: [{ to: ['readDivision'], parameters: { id: '$response.body#/0/id' } }],
  listOutlines: [{ to: ['readDivision'], parameters: { id: '$response.body#/0/id' } }],
  sendFeed: jobAt('$response.body#/id'),
  listFeedJobs: jobAt('$response.body#/0/id'),
  listSources: [{ to: ['sendFeed', 'listFeedJobs', 'putListing'], parameters: { domain: '$response.body#/0/domain' } }],
  putListing: [
    {
      to: ['readOwnListing'],
      parameters: { domain: '$response.body#/domain', externalId: '$response.body#/externalId' },
    },
  ],
  readAccount: [{ to: ['readApiUsage'], parameters: { apiKeyId: '$response.body#/apiKeys/0/apiKeyUuid' } }],
};

interface Operation {
  readonly operationId?: string;
  readonly responses: Record<string, { links?: object }>;
}

/** Writes to every answer that names an object the operations that read it. @throws Error for an unknown operation */
export function addLinks(document: OpenAPIObject): void {
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item as Record<string, Operation>));
  const byId = new Map(operations.map((operation) => [operation.operationId, operation]));
  for (const [from, links] of Object.entries(LINKS)) {
    const written = links.flatMap(({ to, ...values }) =>
      to.map((operationId) => [operationId, { operationId, ...values }] as const),
    );
    const unknown = [from, ...written.map(([id]) => id)].filter((id) => !byId.has(id));
    if (unknown.length > 0) throw new Error(`Links name operations that are not there: ${unknown.join(', ')}.`);
    for (const [status, response] of Object.entries(byId.get(from)!.responses))
      if (status.startsWith('2')) response.links = Object.fromEntries(written);
  }
}
