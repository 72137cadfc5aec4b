import { Inject, Injectable } from '@nestjs/common';
import { highlightWords } from '@gable/domain/criteria';
import type { Listing } from '@gable/domain/listing';
import type { PropertyRecordView } from '@gable/domain/property';
import { StaleReads } from '@gable/persistence';
import { PropertyStore, type ListingHistory } from '@gable/persistence/properties';
import { PROPERTY_SEARCH } from '@gable/platform';
import { distanceKey, type CheapLooks, type PropertySearch } from '@gable/search';
import type { Caller } from '../access/caller.js';
import { DerivationWarnings } from '../criteria/derivation-warnings.js';
import type { Warning } from '../http/warnings.js';
import { notFound } from '../http/problem.js';
import { FoundRecords, PropertyRecords } from '../property-records/property-records.js';
import type { WrittenRecord } from '../property-records/recent-records.js';
import { cursorBody, isWithinPageMode, pageBody } from './paging-bodies.js';
import { SearchReader, type PagePaging, type SearchQuestion } from './read-search.js';
import type { CountRequest, SearchRequest } from './search-request.js';
import { WrittenItems, type CountResponse, type FoundProperty, type SearchPage } from './search-response.js';
import { CursorPager } from './cursor-pager.js';

/** An answer, and what the body carried without effect. */
interface Found<Answer> {
  readonly answer: Answer;
  readonly warnings: readonly Warning[];
}

/** Searches and reads of properties, which are the same for every account. */
@Injectable()
export class PropertiesService {
  constructor(
    private readonly reader: SearchReader,
    @Inject(PROPERTY_SEARCH) private readonly engine: PropertySearch,
    private readonly pager: CursorPager,
    private readonly properties: PropertyStore,
    private readonly records: PropertyRecords,
    private readonly found: FoundRecords,
    private readonly derivation: DerivationWarnings,
  ) {}

  search(caller: Caller, body: SearchRequest): Promise<Found<SearchPage>> {
    return this.searchWith(this.engine, caller, body) as Promise<Found<SearchPage>>; // an engine always answers
  }

  /** The same where it costs as little as a single read, else null. */
  async lookFor(caller: Caller, body: SearchRequest): Promise<Found<SearchPage> | null> {
    return this.engine.looks === undefined ? null : this.searchWith(this.engine.looks, caller, body);
  }

  private async searchWith(finder: CheapLooks, caller: Caller, body: SearchRequest): Promise<Found<SearchPage> | null> {
    const question = await this.reader.read(body, caller.accountId);
    const answer = await this.answer(finder, caller, question);
    return answer && { answer, warnings: await this.derivation.of(question.criteria) };
  }

  private async answer(finder: CheapLooks, caller: Caller, question: SearchQuestion): Promise<SearchPage | null> {
    const { paging, body } = question;
    if (paging.type === 'page') return this.page(finder, caller, question, paging);
    const page = await this.pager.next(finder, caller, question, paging);
    if (page === null) return null;
    const { ids, cursor, hasNextPage, pitId, total, totalIsExact, backend, revisions } = page;
    return {
      items: await this.items(ids, question, revisions),
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

  count(caller: Caller, body: CountRequest): Promise<Found<CountResponse>> {
    return this.countWith(this.engine, caller, body) as Promise<Found<CountResponse>>; // an engine always answers
  }

  /** The same where it costs as little as a single read, else null. */
  async lookAndCount(caller: Caller, body: CountRequest): Promise<Found<CountResponse> | null> {
    return this.engine.looks === undefined ? null : this.countWith(this.engine.looks, caller, body);
  }

  private async countWith(
    finder: CheapLooks,
    caller: Caller,
    body: CountRequest,
  ): Promise<Found<CountResponse> | null> {
    const { criteria } = await this.reader.read(body, caller.accountId);
    const counted = await finder.count(criteria);
    if (counted === null) return null;
    const answer = { totalItems: counted.total, totalIsExact: counted.totalIsExact };
    return { answer, warnings: await this.derivation.of(criteria) };
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

  private async items(
    ids: readonly string[],
    { criteria, highlight, sort, fields }: SearchQuestion,
    revisions: ReadonlyMap<string, number> | undefined,
  ): Promise<readonly FoundProperty[] | WrittenItems> {
    // What may come from a standby is not kept for those who read the primary.
    if (fields === undefined && !highlight && sort.field !== 'DISTANCE' && StaleReads.current() === undefined)
      return new WrittenItems(await this.found.of(ids, revisions));
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
  private async page(
    finder: CheapLooks,
    caller: Caller,
    question: SearchQuestion,
    { page, size }: PagePaging,
  ): Promise<SearchPage | null> {
    const { body, criteria, sort, fields } = question;
    const found = await finder.findPage({ criteria, sort, offset: (page - 1) * size, limit: size });
    if (found === null) return null;
    const { ids, total, totalIsExact, hasMore, backend, revisions } = found;
    const reachesNext = isWithinPageMode(page + 1, size);
    const nextBody = reachesNext
      ? pageBody(body, page + 1, size)
      : cursorBody(body, await this.pager.end(caller, question, { total, totalIsExact }), size);
    return {
      items: await this.items(ids, question, revisions),
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
