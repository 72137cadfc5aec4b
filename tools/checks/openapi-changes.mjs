// Compares two versions of the published interface. A change is incompatible when a client written against the first version may fail with
// the second: what clients send may only be accepted more widely, what they receive may only be promised more narrowly.

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** Every incompatible change and every addition from one OpenAPI 3.1 document to another, each with its JSON pointer. */
export function compareDocuments(before, after) {
  const found = { incompatible: [], additions: [] };
  const compare = new Comparison(before, after, found);
  for (const [path, item] of Object.entries(before.paths)) {
    if (after.paths[path] === undefined) {
      compare.refuse(['paths', path], 'the path is removed');
      continue;
    }
    for (const method of METHODS.filter((name) => item[name] !== undefined)) {
      const place = ['paths', path, method];
      if (after.paths[path][method] === undefined) compare.refuse(place, 'the operation is removed');
      else compare.operation(place, item[method], after.paths[path][method]);
    }
  }
  for (const [path, item] of Object.entries(after.paths)) {
    for (const method of METHODS.filter((name) => item[name] !== undefined)) {
      if (before.paths[path]?.[method] === undefined) compare.note(['paths', path, method], 'a new operation');
    }
  }
  return found;
}

class Comparison {
  constructor(before, after, found) {
    Object.assign(this, { before, after, found });
  }

  refuse(place, message) {
    this.found.incompatible.push({ pointer: pointer(place), message });
  }

  note(place, message) {
    this.found.additions.push({ pointer: pointer(place), message });
  }

  operation(place, before, after) {
    if (before.operationId !== after.operationId)
      this.refuse([...place, 'operationId'], `the operation is renamed, from ${before.operationId}`);
    if ((before.security ?? []).length === 0 && (after.security ?? []).length > 0)
      this.refuse([...place, 'security'], 'a key is needed that was not needed before');
    this.parameters(place, before.parameters ?? [], after.parameters ?? []);
    this.body([...place, 'requestBody'], before.requestBody, after.requestBody);
    this.responses([...place, 'responses'], before.responses, after.responses);
  }

  parameters(place, before, after) {
    const keyOf = (parameter) => `${parameter.in} ${parameter.name}`;
    for (const old of before) {
      const index = after.findIndex((parameter) => keyOf(parameter) === keyOf(old));
      if (index < 0) {
        this.refuse([...place, 'parameters', String(before.indexOf(old))], `the parameter ${old.name} is removed`);
        continue;
      }
      const at = [...place, 'parameters', String(index)];
      if (after[index].required && !old.required) this.refuse(at, `the parameter ${old.name} is required now`);
      this.input([...at, 'schema'], old.schema, after[index].schema);
    }
    for (const [index, parameter] of after.entries()) {
      if (before.some((old) => keyOf(old) === keyOf(parameter))) continue;
      const at = [...place, 'parameters', String(index)];
      if (parameter.required) this.refuse(at, `the new parameter ${parameter.name} is required`);
      else this.note(at, `a new parameter, ${parameter.name}`);
    }
  }

  body(place, before, after) {
    if (after?.required && !before?.required) this.refuse(place, 'a body is required now');
    for (const [type, { schema }] of Object.entries(before?.content ?? {})) {
      const at = [...place, 'content', type];
      if (after?.content?.[type] === undefined) this.refuse(at, `bodies of ${type} are no longer taken`);
      else this.input([...at, 'schema'], schema, after.content[type].schema);
    }
  }

  responses(place, before, after) {
    for (const [status, old] of Object.entries(before)) {
      const at = [...place, status];
      const now = after[status];
      if (now === undefined) {
        this.refuse(at, `the status ${status} is removed`);
        continue;
      }
      for (const name of Object.keys(old.headers ?? {})) {
        if (now.headers?.[name] === undefined) this.refuse([...at, 'headers', name], `the header ${name} is removed`);
      }
      for (const [type, { schema }] of Object.entries(old.content ?? {})) {
        if (now.content?.[type] === undefined) this.refuse([...at, 'content', type], `answers of ${type} are removed`);
        else this.output([...at, 'content', type, 'schema'], schema, now.content[type].schema);
      }
    }
    for (const status of Object.keys(after)) {
      if (before[status] === undefined) this.note([...place, status], `a new status, ${status}`);
    }
  }

  /** What was accepted must be accepted still. */
  input(place, before, after) {
    this.report(new Subset(this.before, this.after, 'input').gaps(place, before, after));
  }

  /** What is answered must be what was promised. */
  output(place, before, after) {
    this.report(new Subset(this.after, this.before, 'output').gaps(place, after, before));
  }

  report(gaps) {
    for (const { place, message, isAddition } of gaps) {
      if (isAddition) this.note(place, message);
      else this.refuse(place, message);
    }
  }
}

const LOWER_BOUNDS = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'];
const UPPER_BOUNDS = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'];
const FORMS = ['pattern', 'format', 'uniqueItems'];

/** Asks whether all values of one schema (the part) are values of another (the whole), and says what stands in the way. */
class Subset {
  open = new Map();

  constructor(partDocument, wholeDocument, direction) {
    Object.assign(this, { partDocument, wholeDocument, direction });
    this.verb = direction === 'input' ? 'is no longer accepted' : 'may be answered now';
  }

  gaps(place, part, whole) {
    if (part === undefined || whole === undefined) return [];
    const parts = branchesOf(part, this.partDocument);
    const wholes = branchesOf(whole, this.wholeDocument);
    return parts.flatMap((one) => {
      if (wholes.every(({ type }) => type !== undefined && !holdsType(type, one.type)))
        return [{ place, message: `a value of type ${one.type ?? 'any'} ${this.verb}` }];
      const attempts = wholes
        .filter(({ type }) => type === undefined || holdsType(type, one.type))
        .map((other) => this.pair(place, one, other));
      return attempts.reduce((best, gaps) => (weight(gaps) < weight(best) ? gaps : best));
    });
  }

  /** Schemas refer to each other in circles: a question that is open already is taken for answered. */
  pair(place, part, whole) {
    if (part === whole) return [];
    const known = this.open.get(part.source)?.get(whole.source);
    if (known !== undefined && part.type === known.partType && whole.type === known.wholeType) return [];
    if (!this.open.has(part.source)) this.open.set(part.source, new Map());
    this.open.get(part.source).set(whole.source, { partType: part.type, wholeType: whole.type });
    const gaps = this.compare(place, part, whole);
    this.open.get(part.source).delete(whole.source);
    return gaps;
  }

  compare(place, part, whole) {
    if (whole.type !== undefined && !holdsType(whole.type, part.type))
      return [{ place, message: `a value of type ${part.type ?? 'any'} ${this.verb}` }];
    return [
      ...this.values(place, part, whole),
      ...this.bounds(place, part, whole),
      ...(part.type === 'array' ? this.gaps([...place, 'items'], part.items ?? {}, whole.items ?? {}) : []),
      ...(part.type === 'object' ? this.members(place, part, whole) : []),
      ...(typeof part.additionalProperties === 'object' && typeof whole.additionalProperties === 'object'
        ? this.gaps([...place, 'additionalProperties'], part.additionalProperties, whole.additionalProperties)
        : []),
    ];
  }

  values(place, part, whole) {
    if (whole.enum === undefined) return [];
    if (part.enum === undefined)
      return [{ place: [...place, 'enum'], message: `a value other than ${whole.enum.join(', ')} ${this.verb}` }];
    return part.enum
      .filter((value) => !whole.enum.includes(value))
      .map((value) => ({ place: [...place, 'enum'], message: `the value ${JSON.stringify(value)} ${this.verb}` }));
  }

  bounds(place, part, whole) {
    if (part.enum !== undefined || part.type === 'null') return [];
    const isOutside = (key, isFurther) =>
      whole[key] !== undefined && (part[key] === undefined || isFurther(part[key], whole[key]));
    return [
      ...LOWER_BOUNDS.filter((key) => isOutside(key, (one, other) => one < other)),
      ...UPPER_BOUNDS.filter((key) => isOutside(key, (one, other) => one > other)),
      ...FORMS.filter((key) => isOutside(key, (one, other) => one !== other)),
    ].map((key) => ({ place: [...place, key], message: `a value outside ${key} ${whole[key]} ${this.verb}` }));
  }

  members(place, part, whole) {
    const [inPart, inWhole] = [part.properties ?? {}, whole.properties ?? {}];
    const at = (name) => [...place, 'properties', name];
    const gaps = (whole.required ?? [])
      .filter((name) => !(part.required ?? []).includes(name))
      .map((name) =>
        this.direction === 'input'
          ? { place: at(name), message: `the member ${name} is required now` }
          : { place: at(name), message: `the member ${name} may be missing now` },
      );
    for (const [name, schema] of Object.entries(inPart)) {
      if (inWhole[name] !== undefined) gaps.push(...this.gaps(at(name), schema, inWhole[name]));
      else if (this.direction === 'output')
        gaps.push({ place: at(name), message: `the member ${name} is new in answers`, isAddition: true });
      else if (whole.additionalProperties === false)
        gaps.push({ place: at(name), message: `the member ${name} ${this.verb}` });
    }
    for (const name of Object.keys(inWhole).filter((each) => inPart[each] === undefined)) {
      if (this.direction === 'input')
        gaps.push({ place: at(name), message: `the member ${name} may be sent now`, isAddition: true });
      else if (!gaps.some((gap) => pointer(gap.place) === pointer(at(name))))
        gaps.push({ place: at(name), message: `the member ${name} is removed` });
    }
    if (this.direction === 'input' && whole.additionalProperties === false && part.additionalProperties !== false)
      gaps.push({ place: [...place, 'additionalProperties'], message: 'members of any name are no longer accepted' });
    return gaps;
  }
}

/** Any gap weighs more than all additions together. */
function weight(gaps) {
  return gaps.reduce((sum, { isAddition }) => sum + (isAddition ? 1 : 10_000), 0);
}

/** The alternatives a schema stands for, each of one type: references followed, unions and lists of types taken apart. */
function branchesOf(schema, document, seen = []) {
  if (schema.$ref !== undefined) {
    if (seen.includes(schema.$ref)) return [];
    const name = schema.$ref.split('/').pop();
    return branchesOf(document.components.schemas[name], document, [...seen, schema.$ref]);
  }
  const { anyOf, oneOf, allOf, ...own } = schema;
  if (allOf?.length === 1) return branchesOf(allOf[0], document, seen);
  if (anyOf ?? oneOf) return (anyOf ?? oneOf).flatMap((branch) => branchesOf(branch, document, seen));
  const values = 'const' in own ? [own.const] : own.enum;
  const types = own.type === undefined ? typesOf(values) : [own.type].flat();
  return types.map((type) => ({
    ...own,
    type,
    enum: type === 'null' ? undefined : values?.filter((value) => type === undefined || holdsType(type, typeOf(value))),
    source: schema,
  }));
}

function typesOf(values) {
  return values === undefined ? [undefined] : [...new Set(values.map(typeOf))];
}

function typeOf(value) {
  if (value === null) return 'null';
  return Number.isInteger(value) ? 'integer' : Array.isArray(value) ? 'array' : typeof value;
}

function holdsType(whole, part) {
  return whole === part || (whole === 'number' && part === 'integer');
}

function pointer(place) {
  return `#/${place.map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')}`;
}
