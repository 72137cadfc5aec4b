import vm from 'node:vm';
import { isJsonObject } from './json.js';

describe('isJsonObject', () => {
  it.each([
    ['a literal', {}],
    ['what JSON.parse gives', JSON.parse('{"a":1}')],
    ['an object without a prototype', Object.create(null)],
    ['an object of another realm', vm.runInNewContext('({ a: 1 })')],
    ['one that JSON.parse of another realm gives', vm.runInNewContext(`JSON.parse('{"a":1}')`)],
  ])('takes %s', (_, value) => {
    expect(isJsonObject(value)).toBe(true);
  });

  it.each([
    ['null', null],
    ['a list', []],
    ['a text', 'a'],
    ['a Map', new Map()],
    ['a Date', new Date()],
    ['a Map of another realm', vm.runInNewContext('new Map()')],
    ['an object of a class', new (class Filters {})()],
  ])('takes no %s', (_, value) => {
    expect(isJsonObject(value)).toBe(false);
  });
});
