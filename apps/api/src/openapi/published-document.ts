import type { OpenAPIObject } from '@nestjs/swagger';

/**
 * The OpenAPI document and its bytes, each made once: to walk through all routes and classes holds the event loop for a
 * tenth of a second.
 */
export class PublishedDocument {
  private made: { readonly document: OpenAPIObject; readonly bytes: Buffer } | undefined;

  constructor(private readonly make: () => OpenAPIObject) {}

  /** Makes it now, so that nobody waits for it later. */
  prepare(): void {
    this.madeOnce();
  }

  get document(): OpenAPIObject {
    return this.madeOnce().document;
  }

  /** As JSON. */
  get bytes(): Buffer {
    return this.madeOnce().bytes;
  }

  private madeOnce() {
    if (this.made === undefined) {
      const document = this.make();
      this.made = { document, bytes: Buffer.from(JSON.stringify(document)) };
    }
    return this.made;
  }
}
