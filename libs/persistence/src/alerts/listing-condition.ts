/** A condition on table `listing` under the alias `l`, whose placeholders begin at `FIRST_PREVIEW_PARAMETER`. */
export interface ListingCondition {
  readonly text: string;
  readonly parameters: readonly unknown[];
}
export const FIRST_PREVIEW_PARAMETER = 5;
