import { Flag, PathId, Text, Uuid, Verb } from '../../../application/kernel/fields/fields.js';
import { operation, post, type Caller, type Operation, type UseCase } from '../../../application/kernel/operation/operation.js';
import { one } from '../../../application/kernel/operation/output.js';
import { NotFound, type ErrorCode } from '../../../domain/shared/errors.js';
import { TOOL_LIST } from '../../support/rpc-messages.js';
import { startTestService, type TestService, type TestShop } from '../../support/service.js';

const ID = '018f0000-0000-7000-8000-000000000001';

class TurnSignInput {
  @PathId({ description: 'A sign.' }) id!: string;
  @Verb() open?: true;
  @Verb() shut?: true;
  @Text({ max: 20, change: true }) label?: string;
}

class SignView {
  @Uuid() id!: string;
  @Flag() open!: boolean;

  static of({ id, open }: TurnSignInput): SignView {
    return { id, open: open === true };
  }
}

class TurnSign implements UseCase<TurnSignInput, TurnSignInput> {
  execute(_caller: Caller, input: TurnSignInput): Promise<TurnSignInput> {
    if (input.id !== ID) throw new NotFound('sign');
    return Promise.resolve(input);
  }
}

const turning = (path: string, name: string, errors: readonly ErrorCode[]): Operation =>
  operation(TurnSign, {
    name,
    summary: 'Turn a sign',
    description: 'Turns one of the shop’s signs.',
    scope: 'full',
    route: post(path),
    capability: { permission: 'shop.manage', budget: 'write' },
    input: TurnSignInput,
    output: one(SignView),
    needs: [],
    errors,
    exactlyOne: true,
  });

let service: TestService;
let shop: TestShop;

beforeAll(async () => {
  const operations = [
    turning('/signs/:id', 'signs.turn', ['not_found']),
    turning('/posters/:id', 'posters.turn', ['not_found', 'internal_error']),
  ];
  service = await startTestService({ operations });
  shop = await service.shop();
});
afterAll(() => service.stop());

describe('a capability operation that also has a record at its REST path', () => {
  const turned = { id: ID, open: true };

  it('reads the id from the path on REST, and from the body elsewhere', async () => {
    expect(await shop.full.post(`/signs/${ID}`, { open: true, id: 'nobody’s' })).toMatchObject({
      status: 200,
      body: { data: turned },
    });
    expect(await shop.full.post('/signs/turn', { open: true, id: ID })).toMatchObject({ status: 200, body: { data: turned } });
    expect(await shop.full.tool('signs.turn', { open: true, id: ID })).toMatchObject({ structuredContent: turned });
  });

  it.each([
    ['x', 'id: must be a UUID'],
    ['', 'id: id is required'],
    [null, 'id: id is required'],
    [undefined, 'id: id is required'],
    [[ID], 'id: must be a UUID'],
    ['a\0b', 'id: must be a UUID'],
  ])('finds nothing at the path %j, and refuses that id in a body', async (id, message) => {
    if (typeof id === 'string' && id !== '')
      expect(await shop.full.post(`/signs/${encodeURIComponent(id)}`, { open: true })).toMatchObject({ status: 404 });
    expect(await shop.full.post('/signs/turn', { open: true, id })).toMatchObject({ status: 422, body: { error: { message } } });
    const { isError, content } = await shop.full.tool('signs.turn', { open: true, id });
    expect([isError, content[1].text]).toEqual([true, expect.stringContaining(message)]);
  });

  it('declares this in the document and in its tool', async () => {
    const { body } = await service.as(null).get('/openapi.json');
    expect(body.paths['/signs/{id}'].post.parameters).toContainEqual(
      expect.objectContaining({ name: 'id', in: 'path', description: 'A sign.' }),
    );
    const { content } = body.paths['/signs/turn'].post.requestBody;
    expect(content['application/json'].example).toEqual({ id: expect.any(String), open: true });
    expect(body.components.schemas.CapabilityTurnSignInput).toMatchObject({ required: ['id'], minProperties: 2 });
    expect(body.components.schemas.TurnSignInput).toMatchObject({ minProperties: 1, properties: { open: { type: 'boolean' } } });
    expect(body.components.schemas.TurnSignInput.properties).not.toHaveProperty('id');
    const { body: listed } = await shop.full.send('POST', '/api/mcp?sections=all', { body: TOOL_LIST });
    expect(listed.result.tools[1].inputSchema).toMatchObject({
      required: ['id'],
      properties: { id: { description: 'A sign.' } },
    });
  });
});

describe('an operation with verbs, of which a call gives exactly one', () => {
  it.each([
    ['none', {}],
    ['two', { open: true, label: 'hello' }],
  ])('refuses %s of them with 422', async (_, verbs) => {
    const refused = {
      status: 422,
      body: { error: { code: 'validation_error', message: 'body: give exactly one of open, shut, label' } },
    };
    expect(await shop.full.post(`/signs/${ID}`, { shut: false, ...verbs })).toMatchObject(refused);
    expect(await shop.full.post('/signs/turn', { id: ID, shut: false, ...verbs })).toMatchObject(refused);
  });

  it.each([
    ['none', {}],
    ['two', { open: true, label: 'hello' }],
  ])('refuses %s of them with 500 if its errors declare that', async (_, verbs) => {
    const refused = {
      status: 500,
      body: { error: { code: 'internal_error', message: 'give exactly one of open, shut, label' } },
    };
    expect(await shop.full.post(`/posters/${ID}`, verbs)).toMatchObject(refused);
  });
});
