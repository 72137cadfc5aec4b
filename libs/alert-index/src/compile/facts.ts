import { LIST_FIELDS, listValue, RANGE_FIELDS } from '@gable/domain/criteria';
import { oneMeridian } from '@gable/domain/geo';
import type { KnownListing } from '@gable/domain/listing';
import { PROPERTY_TYPES, TRANSACTION_TYPES } from '@gable/domain';
import type { Coder } from './boundaries.js';
import { FactCodes } from './fact-codes.js';
import { partX, partY } from './grid.js';
import { ListingMembers } from './listing-members.js';
import { Lexicon } from '../words/lexicon.js';
import { TextReading } from '../words/text-reading.js';
import { CODED_FIELDS, LAST_CODE, NO_TRANSACTION, NO_TYPE, NULL_BIT } from '../storage/slot-layout.js';

const TYPES: ReadonlyMap<unknown, number> = new Map(PROPERTY_TYPES.map((type, place) => [type, place]));
const TRANSACTIONS: ReadonlyMap<unknown, number> = new Map(TRANSACTION_TYPES.map((type, place) => [type, place]));

// As in scan.ts: imported constants are slow where every listing uses them.
const [PRICE, AREA, ROOMS, BEDROOMS] = CODED_FIELDS.map((field) => RANGE_FIELDS.indexOf(field)) as [
  number,
  number,
  number,
  number,
];
const LAST_CHANGED = RANGE_FIELDS.indexOf('lastChangedAt');
const [NO_PRICE, NO_AREA, NO_ROOMS, NO_BEDROOMS] = NULL_BIT;
const RADIANS = Math.PI / 180;

/**
 * What the index reads of one listing, in the form its cells are tested with. Made once and filled for each listing.
 */
export class Facts {
  private readonly members = new ListingMembers();
  private readonly ownTexts: TextReading;
  /** What the words of the listing say; of the other state of a change, where both say the same. */
  texts: TextReading;
  transaction: number = NO_TRANSACTION;
  type: number = NO_TYPE;
  /** States to be tested against a slot's forbidden ones. */
  statesC = 0;
  statesD = 0;
  /** Price, area, rooms and bedrooms; NaN where the listing states nothing. */
  readonly coded = new Float64Array(LAST_CODE.length);
  divisions: readonly number[] = [];
  hasPoint = false;
  lat = 0;
  lng = 0;
  /** The point on the unit sphere, once `placeOnSphere` was called. */
  x = 0;
  y = 0;
  z = 0;
  private isOnSphere = false;
  /** The parts of the finest grid square it lies in. */
  partX = 0;
  partY = 0;
  /** One per edition of boundaries in use. */
  readonly codes = [new FactCodes(), new FactCodes()] as const;

  constructor(lexicon: Lexicon = new Lexicon()) {
    this.texts = this.ownTexts = new TextReading(lexicon);
  }

  read(listing: KnownListing): void {
    const { members, coded } = this;
    members.read(listing);
    this.texts = this.ownTexts;
    this.texts.begin(members.title, members.description);
    this.transaction = TRANSACTIONS.get(members.transactionType) ?? NO_TRANSACTION;
    this.type = TYPES.get(members.propertyType) ?? NO_TYPE;
    let c = members.flagsC | (1 << this.type);
    if (Number.isNaN((coded[0] = members.topNumber(PRICE)))) c |= NO_PRICE;
    if (Number.isNaN((coded[1] = members.topNumber(AREA)))) c |= NO_AREA;
    if (Number.isNaN((coded[2] = members.topNumber(ROOMS)))) c |= NO_ROOMS;
    if (Number.isNaN((coded[3] = members.topNumber(BEDROOMS)))) c |= NO_BEDROOMS;
    this.statesC = c;
    this.statesD = members.flagsD;
    this.divisions = members.divisions;
    const { lat } = members;
    this.hasPoint = lat != null && members.lng != null;
    if (lat == null || members.lng == null) return;
    const lng = oneMeridian(members.lng);
    this.lat = lat;
    this.lng = lng;
    this.isOnSphere = false;
    this.partX = partX(lng);
    this.partY = partY(lat);
  }

  /** Works out where the point lies on the unit sphere: most listings meet no circle close enough to ask. */
  placeOnSphere(): void {
    if (this.isOnSphere) return;
    const around = Math.cos(this.lat * RADIANS);
    this.x = around * Math.cos(this.lng * RADIANS);
    this.y = around * Math.sin(this.lng * RADIANS);
    this.z = Math.sin(this.lat * RADIANS);
    this.isOnSphere = true;
  }

  get listing(): KnownListing {
    return this.members.listing;
  }

  /** What the listing states for a range field, by its place among them; NaN where it states nothing. */
  number(place: number): number {
    return this.members.number(place);
  }

  /** Fills the codes of the edition with this number. */
  encode(edition: number, coder: Coder): void {
    (this.codes[edition & 1] as FactCodes).read(coder, this.transaction, this.coded);
  }

  /** Reads the texts of both states once, where they are the same. Answers whether they are. */
  shareTexts(other: Facts): boolean {
    if (!this.texts.saysTheSame(other.texts)) return false;
    this.texts = other.texts;
    return true;
  }

  /**
   * Whether no criteria could tell the two listings apart by anything but their texts. When it last changed differs
   * with every change, and counts only where some criteria ask for it.
   */
  meansTheSame(other: Facts, asksForLastChange: boolean): boolean {
    // The words themselves: those outside the vocabulary share a code.
    if (
      this.members.propertyType !== other.members.propertyType ||
      this.members.transactionType !== other.members.transactionType
    )
      return false;
    if (this.statesC !== other.statesC || this.statesD !== other.statesD || this.transaction !== other.transaction)
      return false;
    if (this.hasPoint !== other.hasPoint || (this.hasPoint && (this.lat !== other.lat || this.lng !== other.lng)))
      return false;
    for (let field = 0; field < RANGE_FIELDS.length; field += 1) {
      if (field === LAST_CHANGED && !asksForLastChange) continue;
      const [mine, theirs] = [this.number(field), other.number(field)];
      if (mine !== theirs && !(Number.isNaN(mine) && Number.isNaN(theirs))) return false;
    }
    for (const field of LIST_FIELDS) {
      if (listValue(field, this.listing) !== listValue(field, other.listing)) return false;
    }
    return (
      this.divisions.length === other.divisions.length &&
      this.divisions.every((id, place) => id === other.divisions[place])
    );
  }

  /** Lets go of the listing, which must not live as long as the index. */
  forget(): void {
    this.members.forget();
    this.ownTexts.forget();
    this.divisions = [];
  }
}
