/** How well a division was found, a lower number for a better find. */
export type Grade = number;

/** The best few of many finds, the best first. One instance serves one search after another. */
export class Shortlist {
  private readonly places: number[] = [];
  /** The best grade so far of every division. */
  private readonly grades: Uint16Array;
  private limit = 0;

  /** @param isBefore of two divisions of one grade, whether the first stands before the second */
  constructor(
    size: number,
    private readonly isBefore: (place: number, other: number) => boolean,
  ) {
    this.grades = new Uint16Array(size);
  }

  clear(limit: number): this {
    this.places.length = 0;
    this.grades.fill(NOT_FOUND);
    this.limit = limit;
    return this;
  }

  get isFull(): boolean {
    return this.places.length >= this.limit;
  }

  offer(place: number, grade: Grade): void {
    if (grade >= this.grades[place]!) return;
    const wasListed = this.grades[place] !== NOT_FOUND && this.places.includes(place);
    this.grades[place] = grade;
    if (wasListed) this.places.splice(this.places.indexOf(place), 1);
    else if (this.isFull && !this.goesBefore(place, this.places[this.limit - 1]!)) return;
    let at = this.places.length;
    while (at > 0 && this.goesBefore(place, this.places[at - 1]!)) at -= 1;
    this.places.splice(at, 0, place);
    if (this.places.length > this.limit) this.places.pop();
  }

  /** Places of the divisions with their grades. */
  list(): { place: number; grade: Grade }[] {
    return this.places.map((place) => ({ place, grade: this.grades[place]! }));
  }

  private goesBefore(place: number, other: number): boolean {
    return this.grades[place] === this.grades[other]
      ? this.isBefore(place, other)
      : this.grades[place]! < this.grades[other]!;
  }
}

const NOT_FOUND = 0xffff;
