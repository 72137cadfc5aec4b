// Compares two versions of the published interface. A change is incompatible when a client written against the first
// version may fail with the second: what clients send may only be accepted more widely, what they receive may only be
// promised more narrowly.
import { gapsBetween } from './gaps.mjs';
import { METHODS, pointer } from './schemas.mjs';

/**
 * @typedef {import('./schemas.mjs').ApiDocument} ApiDocument
 * @typedef {import('./schemas.mjs').Body} Body
 * @typedef {import('./schemas.mjs').Operation} Operation
 * @typedef {import('./schemas.mjs').Parameter} Parameter
 * @typedef {import('./schemas.mjs').Response} Response
 * @typedef {import('./schemas.mjs').Schema} Schema
 * @typedef {import('./gaps.mjs').Gap} Gap
 * @typedef {import('./gaps.mjs').Place} Place
 * @typedef {{ pointer: string, message: string }} Change
 */

/**
 * Every incompatible change and every addition from one OpenAPI 3.1 document to another, each with its JSON pointer.
 * @param {ApiDocument} before
 * @param {ApiDocument} after
 */
export function compareDocuments(before, after) {
  const comparison = new Comparison(before, after);
  for (const [path, item] of Object.entries(before.paths)) {
    const now = after.paths[path];
    if (now === undefined) {
      comparison.refuse(['paths', path], 'the path is removed');
      continue;
    }
    for (const method of METHODS) {
      const place = ['paths', path, method];
      const [old, current] = [item[method], now[method]];
      if (old === undefined) continue;
      if (current === undefined) comparison.refuse(place, 'the operation is removed');
      else comparison.operation(place, old, current);
    }
  }
  for (const [path, item] of Object.entries(after.paths)) {
    for (const method of METHODS.filter((name) => item[name] !== undefined)) {
      if (before.paths[path]?.[method] === undefined) comparison.note(['paths', path, method], 'a new operation');
    }
  }
  return { incompatible: comparison.incompatible, additions: comparison.additions };
}

class Comparison {
  /** @type {Change[]} */
  incompatible = [];
  /** @type {Change[]} */
  additions = [];

  /**
   * @param {ApiDocument} before
   * @param {ApiDocument} after
   */
  constructor(before, after) {
    this.before = before;
    this.after = after;
  }

  /**
   * @param {Place} place
   * @param {string} message
   */
  refuse(place, message) {
    this.incompatible.push({ pointer: pointer(place), message });
  }

  /**
   * @param {Place} place
   * @param {string} message
   */
  note(place, message) {
    this.additions.push({ pointer: pointer(place), message });
  }

  /**
   * @param {Place} place
   * @param {Operation} before
   * @param {Operation} after
   */
  operation(place, before, after) {
    if (before.operationId !== after.operationId)
      this.refuse([...place, 'operationId'], `the operation is renamed, from ${before.operationId}`);
    if ((before.security ?? []).length === 0 && (after.security ?? []).length > 0)
      this.refuse([...place, 'security'], 'a key is needed that was not needed before');
    this.parameters(place, before.parameters ?? [], after.parameters ?? []);
    this.body([...place, 'requestBody'], before.requestBody, after.requestBody);
    this.responses([...place, 'responses'], before.responses, after.responses);
  }

  /**
   * @param {Place} place
   * @param {readonly Parameter[]} before
   * @param {readonly Parameter[]} after
   */
  parameters(place, before, after) {
    /** @param {Parameter} parameter */
    const keyOf = (parameter) => `${parameter.in} ${parameter.name}`;
    const kept = new Set(after.map(keyOf));
    for (const [index, old] of before.entries()) {
      if (!kept.has(keyOf(old)))
        this.refuse([...place, 'parameters', String(index)], `the parameter ${old.name} is removed`);
    }
    for (const [index, parameter] of after.entries()) {
      const at = [...place, 'parameters', String(index)];
      const { name, required, schema } = parameter;
      const old = before.find((other) => keyOf(other) === keyOf(parameter));
      if (old !== undefined) {
        if (required && !old.required) this.refuse(at, `the parameter ${name} is required now`);
        this.input([...at, 'schema'], old.schema, schema);
      } else if (required) this.refuse(at, `the new parameter ${name} is required`);
      else this.note(at, `a new parameter, ${name}`);
    }
  }

  /**
   * @param {Place} place
   * @param {Body | undefined} before
   * @param {Body | undefined} after
   */
  body(place, before, after) {
    if (after?.required && !before?.required) this.refuse(place, 'a body is required now');
    for (const [type, { schema }] of Object.entries(before?.content ?? {})) {
      const at = [...place, 'content', type];
      const now = after?.content?.[type];
      if (now === undefined) this.refuse(at, `bodies of ${type} are no longer taken`);
      else this.input([...at, 'schema'], schema, now.schema);
    }
  }

  /**
   * @param {Place} place
   * @param {Record<string, Response>} before
   * @param {Record<string, Response>} after
   */
  responses(place, before, after) {
    for (const [status, old] of Object.entries(before)) {
      const at = [...place, status];
      const now = after[status];
      if (now === undefined) this.refuse(at, `the status ${status} is removed`);
      else this.response(at, old, now);
    }
    for (const status of Object.keys(after)) {
      if (before[status] === undefined) this.note([...place, status], `a new status, ${status}`);
    }
  }

  /**
   * @param {Place} place
   * @param {Response} before
   * @param {Response} after
   */
  response(place, before, after) {
    for (const name of Object.keys(before.headers ?? {})) {
      if (after.headers?.[name] === undefined)
        this.refuse([...place, 'headers', name], `the header ${name} is removed`);
    }
    for (const [type, { schema }] of Object.entries(before.content ?? {})) {
      const at = [...place, 'content', type];
      const now = after.content?.[type];
      if (now === undefined) this.refuse(at, `answers of ${type} are removed`);
      else this.output([...at, 'schema'], schema, now.schema);
    }
  }

  /**
   * What was accepted must be accepted still.
   * @param {Place} place
   * @param {Schema | undefined} before
   * @param {Schema | undefined} after
   */
  input(place, before, after) {
    this.report(gapsBetween({ part: this.before, whole: this.after, direction: 'input' }, place, before, after));
  }

  /**
   * What is answered must be what was promised.
   * @param {Place} place
   * @param {Schema | undefined} before
   * @param {Schema | undefined} after
   */
  output(place, before, after) {
    this.report(gapsBetween({ part: this.after, whole: this.before, direction: 'output' }, place, after, before));
  }

  /** @param {readonly Gap[]} gaps */
  report(gaps) {
    for (const { place, message, isAddition } of gaps) {
      if (isAddition) this.note(place, message);
      else this.refuse(place, message);
    }
  }
}
