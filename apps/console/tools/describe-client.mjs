// Writes the types of the client from the OpenAPI document of the API that is checked out here. It bundles the API
// where that is stale, and leaves the file alone where nothing changed.
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';
import { bundle } from '../../../tools/bundle.mjs';

const root = path.resolve(import.meta.dirname, '../../..');
const target = path.resolve(import.meta.dirname, '../src/client/generated/openapi.d.ts');

await bundle(['api']);
const { describeApi } = await import(pathToFileURL(path.join(root, 'apps/api/dist/describe-api.js')).href);
const document = JSON.parse(JSON.stringify(await describeApi()));
const types = await openapiTS(document, { silent: true, defaultNonNullable: false });
const text = `/* eslint-disable */\n${astToString(types)}`;
if (!fs.existsSync(target) || fs.readFileSync(target, 'utf8') !== text) {
  fs.mkdirSync(path.dirname(target), { recursive: true });
  fs.writeFileSync(target, text);
}
