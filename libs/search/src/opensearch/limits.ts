/**
 * Leaf clauses of a query that OpenSearch accepts as shipped (`indices.query.bool.max_clause_count`), less those that
 * we put around a tree.
 */
export const MAX_CLAUSES = 1_024 - 16;

/**
 * Bools within bools. OpenSearch has no such limit but the stack: on the shipped 1 MB, some 330 levels end the whole
 * server. Trees that callers may send have 32 levels by default, 100 at most.
 */
export const MAX_DEPTH = 48;
