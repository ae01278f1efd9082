import type { JsonSchema } from '../../../application/kernel/fields/json-schema.js';

/** The parts of the OpenAPI document that the page shows. */
export interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedEndpoint>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: { readonly summary: string; readonly requestBody: Content } }>>;
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly headers: Readonly<Record<string, { readonly description: string }>>;
    readonly parameters: Readonly<Record<string, DescribedParameter>>;
  };
}

export interface DescribedEndpoint {
  readonly operationId: string;
  readonly tags: readonly [string];
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly (DescribedParameter | Ref)[];
  readonly requestBody?: Content & { readonly description: string };
  readonly responses: Readonly<Record<string, (Partial<Content> & { readonly description: string }) | Ref>>;
}

export interface DescribedParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
}

interface Content {
  readonly content: Readonly<Record<string, { readonly schema: JsonSchema; readonly example?: unknown }>>;
}

interface Ref {
  readonly $ref: string;
}

export function isRef(part: object): part is Ref {
  return '$ref' in part;
}

/** The last part of a reference: `Lead` for `#/components/schemas/Lead`. */
export function nameIn(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1);
}

/** The part of a schema that says what the value is, without the reference to it. */
export function resolved({ components }: Described, schema: JsonSchema): JsonSchema {
  return schema.$ref === undefined ? schema : (components.schemas[nameIn(schema.$ref)] ?? {});
}
