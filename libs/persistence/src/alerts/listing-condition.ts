/** A condition on table `listing` under the alias `l`, whose placeholders begin at `FIRST_PREVIEW_PARAMETER`. */
export interface ListingCondition {
  readonly text: string;
  readonly parameters: readonly unknown[];
}
/** The first placeholder of a condition on listings: what is before it belongs to the statements of previews. */
export const FIRST_PREVIEW_PARAMETER = 5;
