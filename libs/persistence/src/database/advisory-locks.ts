/**
 * The advisory locks of this database by what they guard; any numbers, the same in every process. A number is never
 * used for something else: a process of an earlier version may hold it.
 */
export const LOCKS = {
  /** The schema, while it is brought up to date. */
  migration: 4_225_301,
  /** The drop folder: one worker reads it. */
  dropFolder: 4_225_303,
  /** What removes, and the sums of usage. */
  upkeep: 4_225_304,
  /** The search index that is being made: a step at a time. */
  indexRebuild: 4_225_305,
  /** The first of two keys, the second is the number of a worker: a sign that it lives. */
  workerLife: 4_225_306,
  /** Feeds that arrived over HTTP: one worker reads them. */
  feedJobs: 4_225_308,
  /** The sweep of their spool. */
  feedSweep: 4_225_309,
  /** A run of `gable regroup`. */
  regroup: 4_225_310,
  /** Writing listings and properties: one batch at a time. */
  ingest: 4_225_311,
  /** The recount of properties per division. */
  divisionCount: 4_225_312,
  /** Bringing listings up to date that an earlier release stored. */
  derivation: 4_225_313,
  /** A run of `gable secrets rotate`. */
  secretRotation: 4_225_318,
  /** Which secrets the database stands under. */
  secretKeys: 4_225_319,
  /** Audits of the search index. */
  indexUpkeep: 4_225_320,
  /** Whether deliveries go out: shared by who takes some. */
  deliveryPause: 4_225_321,
  /** Segments of signed texts: one worker makes them. */
  phrases: 4_225_323,
  /** The demo keys of a home, while a start looks whether there are some. */
  demoKeys: 4_225_324,
  /** The high half of the lock of a step of matching; the low half says when it began (`LOCK_STEP`). */
  matchingStep: 4_225_325,
  /** The rollups of large markets. */
  rollups: 4_225_326,
  /** A run of `gable restore`. */
  restore: 4_225_322,
} as const;
