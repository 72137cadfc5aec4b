// Writes the types of the client from the OpenAPI document of the API that is checked out here. It bundles the API
// where that is stale, and leaves the file alone where nothing changed.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';

const root = path.resolve(import.meta.dirname, '../../..');
const target = path.resolve(import.meta.dirname, '../src/client/generated/openapi.d.ts');

const bundled = spawnSync(process.execPath, [path.join(root, 'tools/bundle.mjs'), 'api'], { stdio: ['ignore', 2, 2] });
if (bundled.status !== 0) process.exit(bundled.status ?? 1);

const { describeApi } = await import(pathToFileURL(path.join(root, 'apps/api/dist/describe-api.js')).href);
const document = JSON.parse(JSON.stringify(await describeApi()));
const types = await openapiTS(document, { silent: true, defaultNonNullable: false });
const text = `/* eslint-disable */\n${astToString(types)}`;
if (!fs.existsSync(target) || fs.readFileSync(target, 'utf8') !== text) {
  fs.mkdirSync(path.dirname(target), { recursive: true });
  fs.writeFileSync(target, text);
}
