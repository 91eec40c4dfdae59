import { expect, test } from 'vitest'
import { z } from 'zod'
import { Problem } from '../problems'
import { call, callAddress, readCallPart } from './call'

const openDoor = call({
  method: 'POST',
  path: '/mgw/api/v2/houses/{house}/doors/{door}',
  summary: 'Opens a door',
  parameters: z.object({ house: z.string(), door: z.string() }),
  query: z.strictObject({ slowly: z.string().optional() }),
  body: z.strictObject({ key: z.string().min(4), hinges: z.array(z.int()).optional() }),
})

function problemsOf(read: () => unknown) {
  try {
    read()
    return []
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return error.objects.map(({ status, code, source }) => [status, code, source])
  }
}

test('a call that answers something is 200, one that does not is 204, unless it says otherwise', () => {
  expect(openDoor.status).toBe(204)
  expect(call({ ...openDoor, answer: z.object({}) }).status).toBe(204)
  expect(call({ method: 'GET', path: '/x', summary: 'X', answer: z.object({}) }).status).toBe(200)
  expect(call({ method: 'POST', path: '/x', summary: 'X', status: 202 }).status).toBe(202)
})

test('an address carries its parameters encoded and leaves out what was not asked', () => {
  expect(callAddress(openDoor, { house: 'a/b', door: 'é' })).toBe('/mgw/api/v2/houses/a%2Fb/doors/%C3%A9')
  expect(callAddress(openDoor, { house: '1', door: '2' }, { slowly: 'a&b', loudly: undefined })).toBe(
    '/mgw/api/v2/houses/1/doors/2?slowly=a%26b',
  )
})

test('a body that is right is what it says', () => {
  expect(readCallPart(openDoor.body as z.ZodType, { key: 'abcd' }, 'body')).toEqual({ key: 'abcd' })
})

test('each wrong field of a body is 422 with its pointer', () => {
  const read = (body: unknown) => problemsOf(() => readCallPart(openDoor.body as z.ZodType, body, 'body'))
  expect(read({})).toEqual([['422', 'required', { pointer: '/key' }]])
  expect(read({ key: 'a', hinges: [1, 'x'], colour: 1, width: 2 })).toEqual([
    ['422', 'tooShort', { pointer: '/key' }],
    ['422', 'invalid', { pointer: '/hinges/1' }],
    ['422', 'unknownField', { pointer: '/colour' }],
    ['422', 'unknownField', { pointer: '/width' }],
  ])
})

test('a wrong or unknown parameter is 400 and named', () => {
  const read = (query: unknown) => problemsOf(() => readCallPart(openDoor.query as z.ZodType, query, 'parameter'))
  expect(read({ slowly: 'yes' })).toEqual([])
  expect(read({ slowly: 1 })).toEqual([['400', 'invalidParameter', { parameter: 'slowly' }]])
  expect(read({ loudly: '1' })).toEqual([['400', 'unknownParameter', { parameter: 'loudly' }]])
})
