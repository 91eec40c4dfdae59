import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isPublicPath } from './public-paths'

/** The top-level route files, next to the guards' folders, are the pages that need no session. */
const routes = readdirSync(new URL('../routes', import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isFile() && !entry.name.startsWith('_') && !entry.name.endsWith('.css'))
  .map(({ name }) => name.replace(/\.tsx$/, '').split('.')[0] ?? '')

test('every route outside the guards is open, whatever stands behind it', () => {
  expect(routes).toContain('logout')
  expect(routes.filter((route) => !isPublicPath(`/${route}`))).toEqual([])
  expect(isPublicPath('/login/')).toBe(true)
})

test('what stands behind the sign-in is not', () => {
  for (const path of ['/', '/new-project', '/project-1/', '/mfa-setup', '/loginx', '/user-profile']) {
    expect(isPublicPath(path), path).toBe(false)
  }
})

test('every route that the specification lists is there, and those of its sentence that need no session are open', () => {
  const tree = readFileSync(new URL('../route-tree.gen.ts', import.meta.url), 'utf8')
  const [listed = ''] = tree.split('interface FileRoutesByTo {')[1]?.split('\n}') ?? []
  const paths = new Set([...listed.matchAll(/^ {2}'([^']+)':/gm)].map(([, path]) => path))
  const open = [
    ...['/login', '/logout', '/guest', '/reset-password', '/mfa-challenge', '/invalid-existing-password'],
    ...['/password-changed', '/federation'],
  ]
  const signedIn = [
    ...['/mfa-setup', '/mfa-remove', '/change-password', '/user-profile', '/delete-user'],
    ...['/new-project', '/new-project/created/$projectId', '/'],
  ]
  expect([...open, ...signedIn].filter((path) => !paths.has(path))).toEqual([])
  expect(open.filter((path) => !isPublicPath(path))).toEqual([])
  expect(signedIn.filter(isPublicPath)).toEqual([])
})
