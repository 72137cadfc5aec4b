/** One line that was refused, as the reject file holds it. */
export interface Reject {
  line: number;
  reasons: { path: string; message: string }[];
  text: string;
}

/** Takes the refused lines of a feed. */
export interface RejectWriter {
  /** Where they are, as the report says it; null where there are none. */
  readonly path: string | null;
  write(reject: Reject): Promise<void>;
  close(): Promise<void>;
}
