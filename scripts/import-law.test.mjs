import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { findImportViolations } from './import-law.mjs'

const repository = fileURLToPath(new URL('..', import.meta.url))
// The first run loads the whole tool, which takes longer than the usual timeout on a busy machine.
vi.setConfig({ testTimeout: 60_000 })
const roots = []
let root = ''

afterAll(() => {
  for (const each of roots) rmSync(each, { recursive: true, force: true })
})

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'lintel-law-'))
  roots.push(root)
  for (const name of ['@lintel/contract', 'kysely', 'react']) {
    const own = name.startsWith('@lintel')
    mkdirSync(dirname(join(root, 'node_modules', name)), { recursive: true })
    symlinkSync(own ? join(root, 'contract') : join(repository, 'node_modules', name), join(root, 'node_modules', name))
  }
  write('package.json', '{"type":"module","dependencies":{"kysely":"*","react":"*"}}')
  write('contract/package.json', '{"name":"@lintel/contract","type":"module","exports":{"./*":"./src/*.ts"}}')
})

function write(path, text) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

/** A small product that follows all the rules. */
function writeLawful() {
  write('contract/src/people/users.ts', 'export const users = 1')
  write('server/src/main.ts', `import { app } from './app'\nexport const main = app`)
  write('server/src/app.ts', `import { userRoutes } from './people/users/users.routes'\nexport const app = userRoutes`)
  write(
    'server/src/people/users/users.routes.ts',
    `import { users } from '@lintel/contract/people/users'\nimport { all } from './users.store'\nexport const userRoutes = [users, all]`,
  )
  write(
    'server/src/people/users/users.store.ts',
    `import { sql } from 'kysely'\nimport { db } from '../../platform/db'\nexport const all = [sql, db]`,
  )
  write('server/src/platform/db.ts', 'export const db = 1')
  write('web/src/main.tsx', `import { Login } from './portal/login/login'\nexport const main = Login`)
  write('web/src/ui/button.tsx', 'export const Button = () => <button type="button" />')
  write(
    'web/src/portal/login/login.tsx',
    `import { Button } from '../../ui/button'\nexport const Login = () => <Button />`,
  )
}

test('a product in which everything is where it belongs has no breach', async () => {
  writeLawful()
  expect(await findImportViolations(root)).toEqual([])
})

test('packages that a room has installed for itself are not ours to judge', async () => {
  writeLawful()
  write('bench/list.bench.ts', 'export const list = 1')
  write('bench/node_modules/other/utils.ts', 'export const other = 1')
  expect(await findImportViolations(root)).toEqual([])
})

const violations = {
  'contract-imports-nothing-of-ours': [
    'contract/src/a.ts',
    `import type { app } from '../../server/src/app'\nexport type A = typeof app`,
  ],
  'contract-is-pure': ['contract/src/a.ts', `import { readFileSync } from 'node:fs'\nexport const a = readFileSync`],
  'contract-knows-no-framework': ['contract/src/a.ts', `import { useState } from 'react'\nexport const a = useState`],
  'web-and-server-are-apart': [
    'web/src/api/a.ts',
    `import { main } from '../../../server/src/main'\nexport const a = main`,
  ],
  'server-and-web-are-apart': [
    'server/src/people/a.ts',
    `import { Button } from '../../../web/src/ui/button'\nexport const a = Button`,
  ],
  'web-downhill-ui-i18n-native': [
    'web/src/native/a.tsx',
    `import { Login } from '../portal/login/login'\nexport const A = () => <Login />`,
  ],
  'web-folder-has-its-layer': [
    'web/src/widgets/a.tsx',
    `import { Button } from '../ui/button'\nexport const A = () => <Button />`,
  ],
  'web-features-are-apart': [
    'web/src/portal/logout/a.ts',
    `import { Login } from '../login/login'\nexport const a = Login`,
  ],
  'server-platform-is-the-ground': [
    'server/src/platform/a.ts',
    `import { all } from '../people/users/users.store'\nexport const a = all`,
  ],
  'server-nouns-know-no-app': ['server/src/people/a.ts', `import { app } from '../app'\nexport const a = app`],
  'only-app-imports-routes': [
    'server/src/people/a.ts',
    `import { userRoutes } from './users/users.routes'\nexport const a = userRoutes`,
  ],
  'only-stores-touch-sql': ['server/src/people/a.ts', `import { sql } from 'kysely'\nexport const a = sql`],
  'no-unresolvable': ['server/src/people/a.ts', `import { gone } from './gone'\nexport const a = gone`],
}

test.each(Object.entries(violations))('%s is seen', async (rule, [path, text]) => {
  writeLawful()
  write(path, text)
  const found = await findImportViolations(root)
  expect(found).toHaveLength(1)
  expect(found[0]).toContain(`${path} → `)
  expect(found[0]).toContain(`(${rule})`)
})

test('a folder that nobody gave a layer is seen by whoever imports it, though it imports nothing', async () => {
  writeLawful()
  write('web/src/widgets/a.ts', 'export const a = 1')
  write('web/src/routes/b.ts', `import { a } from '../widgets/a'\nexport const b = a`)
  expect(await findImportViolations(root)).toEqual([
    'web/src/routes/b.ts → web/src/widgets/a.ts (web-knows-no-folder-without-layer)',
  ])
})

test('a circle is seen', async () => {
  writeLawful()
  write('web/src/ui/a.ts', `import { b } from './b'\nexport const a = () => b`)
  write('web/src/ui/b.ts', `import { a } from './a'\nexport const b = () => a`)
  expect(await findImportViolations(root)).toEqual([expect.stringMatching(/\(no-circles\)$/)])
})

test('drawers and barrels are seen, but a route may be called index', async () => {
  writeLawful()
  write('web/src/routes/index.tsx', 'export const Route = 1')
  write('web/src/ui/index.ts', 'export const a = 1')
  write('server/src/people/utils/a.ts', 'export const a = 1')
  expect(await findImportViolations(root)).toEqual([
    'server/src/people/utils/a.ts is a drawer: name it by its subject',
    'web/src/ui/index.ts is a barrel: import from the file that says it',
  ])
})

test('a check that reads no source says so instead of being content', async () => {
  expect(await findImportViolations(root)).toEqual(['No sources were found: the rooms have moved or are empty.'])
})
