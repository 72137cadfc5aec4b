/** A JSON Schema as an OpenAPI 3.1 document embeds it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: JsonSchema;
}

export interface DescribedBody {
  readonly mediaType: string;
  readonly required: boolean;
  readonly schema: JsonSchema;
  readonly examples: readonly unknown[];
}

/** One route of the document. */
export interface Operation {
  readonly method: string;
  /** The path with its parameters in braces. */
  readonly template: string;
  readonly isPublic: boolean;
  readonly parameters: readonly Parameter[];
  readonly body: DescribedBody | null;
  /** Media types and their schemas by status. */
  readonly responses: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>>;
}

/**
 * The routes of an OpenAPI document in the order of their names, so that a number names the same request as long as the
 * document stays.
 */
export function readOperations(document: OpenApi): Operation[] {
  return Object.entries(document.paths)
    .flatMap(([template, item]) =>
      Object.entries(item).map(([method, operation]) => readOperation(template, method.toUpperCase(), operation)),
    )
    .sort((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
}

export function nameOf({ method, template }: Operation): string {
  return `${method} ${template}`;
}

/** Of an OpenAPI document what is read here. */
export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
}

type Content = Readonly<
  Record<string, { schema?: JsonSchema; example?: unknown; examples?: Readonly<Record<string, { value: unknown }>> }>
>;

interface RawOperation {
  readonly parameters?: readonly { name: string; in: Parameter['in']; required?: boolean; schema?: JsonSchema }[];
  readonly requestBody?: { required?: boolean; content: Content };
  readonly security?: readonly object[];
  readonly responses: Readonly<Record<string, { content?: Content }>>;
}

function readOperation(
  template: string,
  method: string,
  { parameters = [], requestBody, security = [], responses }: RawOperation,
): Operation {
  const [bodyType] = Object.keys(requestBody?.content ?? {});
  const body = bodyType === undefined ? undefined : requestBody!.content[bodyType];
  return {
    method,
    template,
    isPublic: security.length === 0,
    parameters: parameters.map(({ name, in: place, required = false, schema = {} }) => ({
      name,
      in: place,
      required,
      schema,
    })),
    body:
      body === undefined
        ? null
        : {
            mediaType: bodyType!,
            required: requestBody!.required ?? false,
            schema: body.schema ?? {},
            examples: [
              ...(body.example === undefined ? [] : [body.example]),
              ...Object.values(body.examples ?? {}).map(({ value }) => value),
            ],
          },
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, { content = {} }]) => [
        status,
        Object.fromEntries(Object.entries(content).map(([mediaType, { schema = {} }]) => [mediaType, schema])),
      ]),
    ),
  };
}
