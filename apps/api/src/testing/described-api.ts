import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { ApiUnderTest } from './api-under-test.js';
import { SAMPLE_DIVISIONS, sampleHomes } from './sample-homes.js';

type Validate = ((value: unknown) => boolean) & { errors?: unknown };

/** An API with sample homes, beside what it says of itself. */
export interface DescribedApi {
  readonly api: ApiUnderTest;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the document is what is tested
  readonly document: any;
  /** Checks values against a schema of the document. */
  readonly validatorOf: (schema: object) => Validate;
}

export async function startDescribedApi(): Promise<DescribedApi> {
  const api = await ApiUnderTest.start();
  await api.loadDivisions(SAMPLE_DIVISIONS);
  await api.ingest(sampleHomes(30));
  const document = (await api.ask('GET', '/openapi.json', { key: null })).body;
  return { api, document, validatorOf: validators(document) };
}

function validators(openApi: object): (schema: object) => Validate {
  const ajv = new Ajv2020({ strict: false, discriminator: false });
  addFormats.default(ajv);
  ajv.addSchema(openApi, 'api');
  return (schema) =>
    ajv.compile(
      JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"api#/components')) as object,
    ) as Validate;
}
