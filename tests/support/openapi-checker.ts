import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { openApiDocument, type Documented } from '../../adapters/http/openapi.js';
import { toolsOf } from '../../adapters/mcp/tool.js';

type Refer<T> = T | { readonly $ref: string };
interface Described {
  readonly headers?: Readonly<Record<string, Refer<{ readonly required?: boolean; readonly schema: { readonly type: string } }>>>;
  readonly content?: Readonly<Record<string, unknown>>;
}
interface Entry {
  readonly responses: Readonly<Record<string, Refer<Described>>>;
}
interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Entry>>>>;
  readonly webhooks: Readonly<Record<string, unknown>>;
}

/** Most schemas check a few values, so what a run waits for is their compilation. */
const FAST_TO_COMPILE = { inlineRefs: false, code: { optimize: false } };
const BASE = '/api/v1';
const DOCUMENT = 'openapi';
/** the content type of an answer that is a file */
const ANY_TYPE = '*/*';
const checkers = new WeakMap<Documented, OpenApiChecker>();

/** Compares answers and events of the service with its OpenAPI document, and results of tools with the tool's `outputSchema`. */
export class OpenApiChecker {
  private readonly ajv = new Ajv2020({ ...FAST_TO_COMPILE, strict: false, validateSchema: false, allErrors: true });
  private readonly document: OpenApiDocument;
  private readonly templates: readonly string[];
  private readonly compiled = new Map<string, ValidateFunction>();
  private readonly outputs = new Map<string, ValidateFunction>();
  private readonly outputSchemas: ReadonlyMap<string, object>;

  /**
   * Returns the checker for a registry. There is one for each registry in a jest worker, so that each schema is
   * compiled once and not for each test file.
   */
  static of(registry: Documented): OpenApiChecker {
    const checker = checkers.get(registry) ?? new OpenApiChecker(registry);
    checkers.set(registry, checker);
    return checker;
  }

  constructor(registry: Documented) {
    addFormats.default(this.ajv);
    // `openApiDocument` returns an untyped object. The type names only parts that it always writes.
    this.document = openApiDocument(registry) as OpenApiDocument;
    this.ajv.addSchema(this.document, DOCUMENT);
    // A path can match two templates. Then the template with fewer parameters is the right one, so it comes first.
    this.templates = Object.keys(this.document.paths).sort((one, other) => parametersIn(one) - parametersIn(other));
    this.outputSchemas = new Map(
      toolsOf(registry.operations).map(({ description: { name, outputSchema } }) => [name, outputSchema]),
    );
  }

  /**
   * Compares an answer with the document. Ignores the answer if the path is not under `/api/v1`.
   * @param path the path as it was sent, without the query
   * @param body the answer's body, parsed as JSON; undefined if it is empty or not JSON
   * @throws when the document does not describe this answer
   */
  checkAnswer(method: string, path: string, status: number, headers: Headers, body: unknown): void {
    if (!path.startsWith(`${BASE}/`)) return;
    const asked = `${method} ${path} answered ${status}`;
    const template = this.templateOf(path.slice(BASE.length));
    const methods = template === undefined ? undefined : this.document.paths[template];
    const verb = method === 'HEAD' ? 'get' : method.toLowerCase();
    if (template === undefined || !methods) return refusesPath(asked, { status: 404, code: 'not_found' }, status, method, body);
    if (method === 'OPTIONS') return demand(status === 204 && headers.has('allow'), `${asked}: not 204 with Allow`);
    if (!methods[verb]) {
      demand(headers.has('allow'), `${asked} without Allow`);
      return refusesPath(asked, { status: 405, code: 'method_not_allowed' }, status, method, body);
    }
    const pointer = ['paths', template, verb, 'responses', String(status)];
    demand(String(status) in methods[verb].responses, `${asked}, which the document does not know`);
    this.checkDescribed(asked, pointer, headers, method === 'HEAD' ? null : { body });
  }

  /** Checks a result of `tools/call`: a success has structured content that matches `outputSchema`, an error has none. */
  checkToolResult(name: string, result: { readonly isError?: boolean; readonly structuredContent?: unknown }): void {
    if (result.isError) return demand(result.structuredContent === undefined, `tool ${name}: an error with structuredContent`);
    const schema = this.outputSchemas.get(name);
    if (!schema) throw new Error(`tool ${name} succeeded, but is not in the registry`);
    const validate = this.outputs.get(name) ?? this.ajv.compile(schema);
    this.outputs.set(name, validate);
    demand(validate(result.structuredContent), `tool ${name}: ${this.ajv.errorsText(validate.errors)}`);
  }

  /** Checks an event in the form that subscribers get. */
  checkEvent(event: { readonly type: string }): void {
    demand(event.type in this.document.webhooks, `event ${event.type}, which the document does not know`);
    const pointer = ['webhooks', event.type, 'post', 'requestBody', 'content', 'application/json', 'schema'];
    this.checkValue(`event ${event.type}`, pointer, event);
  }

  /** Checks a value against a schema that refers to nothing outside of itself. */
  checkSchema(what: string, schema: object, value: unknown): void {
    const validate = this.ajv.compile(schema);
    demand(validate(value), `${what}: ${this.ajv.errorsText(validate.errors)}`);
  }

  private checkDescribed(
    asked: string,
    pointer: readonly string[],
    headers: Headers,
    read: { readonly body: unknown } | null,
  ): void {
    const place = this.resolve(pointer);
    // The cast is safe: every caller passes the place of a response in the document.
    const described = this.at(place) as Described;
    for (const name of Object.keys(described.headers ?? {})) this.checkHeader(asked, [...place, 'headers', name], headers, name);
    if (read === null) return;
    if (!described.content) return demand(read.body === undefined, `${asked} with a body, which the document does not know`);
    const type = headers.get('content-type') ?? '';
    const isJson = type === 'application/json; charset=utf-8';
    if (!isJson && type in described.content) return; // a text, which every text fits
    if (ANY_TYPE in described.content) return demand(!isJson, `${asked} with JSON instead of a file`);
    demand(isJson, `${asked} with another content type`);
    this.checkValue(asked, [...place, 'content', 'application/json', 'schema'], read.body);
  }

  private checkHeader(asked: string, pointer: readonly string[], headers: Headers, name: string): void {
    const place = this.resolve(pointer);
    const { required = false, schema } = this.at(place) as { required?: boolean; schema: { type: string } };
    const value = headers.get(name);
    if (value === null) return demand(!required, `${asked} without the header ${name}`);
    this.checkValue(`${asked}, header ${name}`, [...place, 'schema'], schema.type === 'integer' ? Number(value) : value);
  }

  private checkValue(asked: string, pointer: readonly string[], value: unknown): void {
    const $ref = `${DOCUMENT}#/${pointer.map(escaped).join('/')}`;
    const validate = this.compiled.get($ref) ?? this.ajv.compile({ $ref });
    this.compiled.set($ref, validate);
    demand(validate(value), `${asked}: ${this.ajv.errorsText(validate.errors)} in ${text(value)}`);
  }

  private templateOf(path: string): string | undefined {
    const segments = path.split('/');
    return this.templates.find((template) => {
      const parts = template.split('/');
      return (
        parts.length === segments.length &&
        parts.every((part, index) => (isParameter(part) ? segments[index] !== '' : part === segments[index]))
      );
    });
  }

  /**
   * Returns the place of a definition: if there is a `$ref` at the pointer, the place to which it refers, and otherwise the
   * pointer.
   */
  private resolve(pointer: readonly string[]): readonly string[] {
    const found = this.at(pointer) as { readonly $ref?: string };
    return found.$ref === undefined ? pointer : this.resolve(found.$ref.slice('#/'.length).split('/'));
  }

  private at(pointer: readonly string[]): unknown {
    return pointer.reduce<unknown>((part, key) => (part as Readonly<Record<string, unknown>>)[key], this.document);
  }
}

/** Checks the answer to a path or a method that the document does not have: it must be a refusal in the error envelope. */
function refusesPath(
  asked: string,
  wanted: { status: number; code: string },
  status: number,
  method: string,
  body: unknown,
): void {
  demand(status === wanted.status, `${asked}, which the document does not know: ${wanted.status} was to be expected`);
  if (method === 'HEAD') return;
  const { error, ...rest } = body as { error: { code: unknown; message: unknown } };
  const keys = Object.keys(error).sort().join();
  const isEnvelope = Object.keys(rest).length === 0 && keys === 'code,message' && typeof error.message === 'string';
  demand(isEnvelope && error.code === wanted.code, `${asked} without the error envelope of ${wanted.code}`);
}

function demand(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise);
}

/** Returns the value as JSON text, cut to 2000 characters, so that an error message can be read. */
function text(value: unknown): string {
  return value === undefined ? 'no JSON' : JSON.stringify(value).slice(0, 2000);
}

function parametersIn(template: string): number {
  return template.split('/').filter(isParameter).length;
}

function isParameter(part: string): boolean {
  return part.startsWith('{');
}

function escaped(key: string): string {
  return encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'));
}
