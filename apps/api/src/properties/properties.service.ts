import { Inject, Injectable } from '@nestjs/common';
import { highlightWords } from '@gable/domain/criteria';
import type { Listing } from '@gable/domain/listing';
import type { PropertyRecordView } from '@gable/domain/property';
import { PropertyStore, type ListingHistory } from '@gable/persistence/properties';
import { PROPERTY_SEARCH } from '@gable/platform';
import { distanceKey, type PropertySearch } from '@gable/search';
import type { Caller } from '../access/caller.js';
import { DerivationWarnings } from '../criteria/derivation-warnings.js';
import type { Warning } from '../http/warnings.js';
import { notFound } from '../http/problem.js';
import { PropertyRecords } from '../property-records/property-records.js';
import type { WrittenRecord } from '../property-records/recent-records.js';
import { cursorBody, isWithinPageMode, pageBody } from './paging-bodies.js';
import { SearchReader, type PagePaging, type SearchQuestion } from './read-search.js';
import type { CountRequest, SearchRequest } from './search-request.js';
import type { CountResponse, FoundProperty, SearchPage } from './search-response.js';
import { CursorPager } from './cursor-pager.js';

/** Searches and reads of properties, which are the same for every account. */
@Injectable()
export class PropertiesService {
  constructor(
    private readonly reader: SearchReader,
    @Inject(PROPERTY_SEARCH) private readonly engine: PropertySearch,
    private readonly pager: CursorPager,
    private readonly properties: PropertyStore,
    private readonly records: PropertyRecords,
    private readonly derivation: DerivationWarnings,
  ) {}

  async search(caller: Caller, body: SearchRequest): Promise<{ page: SearchPage; warnings: Warning[] }> {
    const question = await this.reader.read(body, caller.accountId);
    return { page: await this.answer(caller, question), warnings: await this.derivation.of(question.criteria) };
  }

  private async answer(caller: Caller, question: SearchQuestion): Promise<SearchPage> {
    const { paging, body } = question;
    if (paging.type === 'page') return this.page(caller, question, paging);
    const { ids, cursor, hasNextPage, pitId, total, totalIsExact, backend } = await this.pager.next(
      caller,
      question,
      paging,
    );
    return {
      items: await this.items(ids, question),
      fields: question.fields,
      totalItems: total,
      totalIsExact,
      hasNextPage,
      size: paging.size,
      nextBody: cursorBody(body, cursor, paging.size),
      previousBody: null,
      cursorMode: { cursor: hasNextPage ? cursor : null, pitId },
      backend,
    };
  }

  async count(caller: Caller, body: CountRequest): Promise<{ answer: CountResponse; warnings: Warning[] }> {
    const { criteria } = await this.reader.read(body, caller.accountId);
    const { total, totalIsExact } = await this.engine.count(criteria);
    return { answer: { totalItems: total, totalIsExact }, warnings: await this.derivation.of(criteria) };
  }

  /** The bytes of the property's record, or the uuid of the one it was merged into. */
  async readWritten(uuid: string): Promise<WrittenRecord | { mergedInto: string }> {
    const [record] = await this.records.of([uuid]);
    return record ?? this.survivorOf(uuid);
  }

  /** The property, or the uuid of the one it was merged into. */
  async read(uuid: string): Promise<PropertyRecordView | { mergedInto: string }> {
    const [property] = await this.properties.readRecords([uuid]);
    return property ?? this.survivorOf(uuid);
  }

  /** What happened to its listings, or the uuid of the property it was merged into. */
  async history(uuid: string): Promise<ListingHistory[] | { mergedInto: string }> {
    return (await this.properties.history(uuid)) ?? this.survivorOf(uuid);
  }

  private async survivorOf(uuid: string): Promise<{ mergedInto: string }> {
    const survivor = await this.properties.survivorOf(uuid);
    if (survivor === null) throw notFound();
    return { mergedInto: survivor };
  }

  async findByUrl(url: string): Promise<PropertyRecordView> {
    const uuid = await this.properties.idByUrl(url);
    const [property] = uuid === null ? [] : await this.properties.readRecords([uuid]);
    if (!property) throw notFound();
    return property;
  }

  private async items(ids: readonly string[], { criteria, highlight, sort }: SearchQuestion): Promise<FoundProperty[]> {
    const mark = highlight ? (listing: Listing) => highlightWords(criteria, listing) : undefined;
    const found = await this.properties.read(ids, mark);
    if (sort.field !== 'DISTANCE') return found;
    const places = await this.properties.places(ids);
    return found.map((property) => {
      const place = places.get(property.uuid);
      return { ...property, distanceMeters: place === undefined ? null : distanceKey(sort.center, place) };
    });
  }

  /** Where page mode reaches no further, the next body is a cursor behind the last result: a page beyond is refused. */
  private async page(caller: Caller, question: SearchQuestion, { page, size }: PagePaging): Promise<SearchPage> {
    const { body, criteria, sort, fields } = question;
    const { ids, total, totalIsExact, hasMore, backend } = await this.engine.findPage({
      criteria,
      sort,
      offset: (page - 1) * size,
      limit: size,
    });
    const reachesNext = isWithinPageMode(page + 1, size);
    const nextBody = reachesNext
      ? pageBody(body, page + 1, size)
      : cursorBody(body, await this.pager.end(caller, question, { total, totalIsExact }), size);
    return {
      items: await this.items(ids, question),
      fields,
      totalItems: total,
      totalIsExact,
      hasNextPage: hasMore && reachesNext,
      size,
      nextBody,
      previousBody: page > 1 ? pageBody(body, page - 1, size) : null,
      cursorMode: null,
      backend,
    };
  }
}
