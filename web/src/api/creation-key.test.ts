import { expect, test } from 'vitest'
import { creationKeys } from './creation-key'
import { CallFailure, NoResponse } from './failure'

const counted = () => {
  let made = 0
  return creationKeys(() => {
    made += 1
    return `key ${made}`
  })
}
const harbour = { name: 'Harbour' }
const key = async (key: string) => key
const failing = (error: Error) => async () => {
  throw error
}
const answered = (status: number, code: string) =>
  new CallFailure(status, [{ status: String(status), code, title: code } as never], undefined)

test('K9: the same draft keeps its key while it is sent, a changed one gets another', async () => {
  const create = counted()
  expect(await Promise.all([create(harbour, key), create(harbour, key)])).toEqual(['key 1', 'key 1'])
  expect(await create({ name: 'Harbour baths' }, key)).toBe('key 2')
})

test.each([
  ['a lost answer', new NoResponse(undefined)],
  ['a failing server', answered(500, 'internal')],
  ['a session that has ended', answered(401, 'sessionExpired')],
  ['too many calls', answered(429, 'tooManyRequests')],
  ['a proof that was not given', answered(403, 'stepUpRequired')],
])('K9: after %s it is sent again by the same key', async (_, error) => {
  const create = counted()
  await expect(create(harbour, failing(error))).rejects.toBe(error)
  expect(await create(harbour, key)).toBe('key 1')
})

test('K9: once it was answered, the same draft is another creation: nobody is told what stood against it before', async () => {
  const create = counted()
  expect(await create(harbour, key)).toBe('key 1')
  await expect(create(harbour, failing(answered(412, 'stale')))).rejects.toMatchObject({ status: 412 })
  expect(await create(harbour, key)).toBe('key 3')
})

test('K9: a late answer to one draft leaves the key of the next', async () => {
  const create = counted()
  let answer = () => {}
  const late = create(harbour, () => new Promise<void>((resolve) => (answer = resolve)))
  await expect(create({ name: 'Harbour baths' }, failing(new NoResponse(undefined)))).rejects.toThrow()
  answer()
  await late
  expect(await create({ name: 'Harbour baths' }, key)).toBe('key 2')
})

test('K9: two forms never share a key', async () => {
  expect(await creationKeys()(harbour, key)).not.toBe(await creationKeys()(harbour, key))
})
