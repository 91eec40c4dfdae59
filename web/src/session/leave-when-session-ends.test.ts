import { expect, test, vi } from 'vitest'
import { createQueryClient } from '../api/query-client'
import { currentUser } from './current-user'
import { leaveWhenSessionEnds } from './leave-when-session-ends'
import { beginSession, leaveSession } from './session'

const tokens = {
  result: 'SUCCESS' as const,
  idToken: `head.${Buffer.from(JSON.stringify({ sub: 'mei' })).toString('base64url')}.sign`,
  accessToken: 'access',
  tokenType: 'Bearer' as const,
  expiresIn: 600,
  logoutWhenIdle: true,
  idleSeconds: 3_600,
}

/** Ends a session that was begun in this way while this path is open; returns the addresses that replace it. */
function leftFor(pathname: string, method?: 'password' | 'federation' | 'guest') {
  const replace = vi.fn<(address: string) => void>()
  vi.stubGlobal('location', { pathname, search: '', replace })
  beginSession(tokens)
  const queries = createQueryClient()
  if (method) queries.setQueryData(currentUser.queryKey, { method } as never)
  const stop = leaveWhenSessionEnds(queries)
  leaveSession()
  stop()
  return replace.mock.calls.flat()
}

test('whose session ends during work is led to the sign-in, which learns whether a link of a guest had opened it', () => {
  expect(leftFor('/project-1/', 'password')).toEqual(['/login?next-url=%2Fproject-1%2F&ended='])
  expect(leftFor('/project-1/', 'federation')).toEqual(['/login?next-url=%2Fproject-1%2F&ended='])
  expect(leftFor('/project-1/', 'guest')).toEqual(['/login?next-url=%2Fproject-1%2F&ended=guest'])
})

test('a session that ends before its person is known is one that signs in again', () => {
  expect(leftFor('/')).toEqual(['/login?ended='])
})

test('nobody is led away from a page that needs no session', () => {
  expect(leftFor('/logout', 'guest')).toEqual([])
})
