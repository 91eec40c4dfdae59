import { readdirSync } from 'node:fs'
import type { AnyCall } from '@lintel/contract/jsonapi/call'
import { expect, test } from 'vitest'
import { browser } from '../../test/browser'
import { world } from '../../test/world'

const { app } = await world()
const directory = new URL('../../../contract/src/identity/', import.meta.url)

/** The problem codes declared by the sign-in calls, without those of the gateway resources and the published keys. */
async function identityCalls(): Promise<AnyCall[]> {
  const files = readdirSync(directory).filter((file) => !file.includes('.test.'))
  const modules = await Promise.all(files.map((file) => import(new URL(file, directory).pathname)))
  const declared = modules.flatMap((module) => Object.values(module)).filter(isCall)
  return declared.filter(({ path }) => !/^\/(?:mgw\/api\/v3|\.well-known)\//.test(path))
}

const isCall = (value: unknown): value is AnyCall =>
  typeof value === 'object' && value !== null && 'path' in value && 'method' in value && 'summary' in value

test('every call of signing in says its code at the top as well', async () => {
  const calls = await identityCalls()
  expect(calls.map(({ path }) => path)).toContain('/auth/v1/login')
  for (const { method, path } of calls) {
    const url = `${path.replaceAll(/\{\w+\}/g, 'nobody@nowhere.example')}?x=%00`
    const answer = await app.inject({ method, url })
    const { code, errors } = answer.json()
    expect([method, path, code]).toEqual([method, path, 'malformed'])
    expect(code).toBe(errors[0].code)
  }
})

test.each([
  ['/mgw/api/v2/guest-login/nobody', {}, 'invalid_grant'],
  [
    '/mgw/api/v2/change-password/for-invalid',
    { username: 'nobody@nowhere.example', oldPassword: 'wrong', newPassword: 'a sentence nobody knows' },
    'invalid_grant',
  ],
  ['/mgw/api/v2/user-profiles/nobody@nowhere.example/password', { password: 'a sentence nobody knows' }, 'notSignedIn'],
  ['/mgw/api/v2/login', { username: 'nobody@nowhere.example', password: 'wrong' }, 'invalid_grant'],
])('%s is refused with its code at the top', async (url, body, code) => {
  const answer = (await browser(app).post(url, body)).json()
  expect([answer.code, answer.errors[0].code]).toEqual([code, code])
})

test('a resource beside them has its code in `errors` alone', async () => {
  const answer = await app.inject({ url: '/mgw/api/v2/user-profiles/nobody@nowhere.example' })
  expect([answer.json().code, answer.json().errors[0].code]).toEqual([undefined, 'notSignedIn'])
})
