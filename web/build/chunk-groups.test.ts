import path from 'node:path'
import { expect, test } from 'vitest'
import { chunkGroups, dependenciesOf, firstPageChunks } from './chunk-groups'

const source = (name: string) => path.join(import.meta.dirname, '../src', name)
const key = source('ui/icons/key.ts')
const imports: Record<string, string[]> = {
  [source('sign-in.tsx')]: ['form', 'session', 'button'],
  [source('main.tsx')]: ['session', 'early-home'],
  [source('application.tsx')]: ['session', 'button', 'list'],
  button: ['icon'],
  list: ['icon', 'row'],
  row: ['list'],
  [source('users-early.ts')]: ['early-users', 'session'],
  'early-users': ['which-customer'],
  [source('console/widgets/widgets.tsx')]: ['card', 'tool-screen'],
  [source('console/users/users.tsx')]: [
    'which-customer',
    'grid',
    'tool-screen',
    'dialog',
    'field',
    'picker',
    'button',
    key,
    'menu',
  ],
  [source('console/audit/audit-log.tsx')]: ['tool-screen', 'grid', 'trail'],
  [source('portal/login/provider.tsx')]: [key, 'menu'],
  [source('portal/user-profile/user-profile.tsx')]: ['dialog', 'field', 'picker', 'profile-form'],
  field: ['/node_modules/zod/index.js'],
  menu: ['row'],
  picker: ['field', '/node_modules/kept-picker/index.js'],
  ...Object.fromEntries(
    ['_customer-admin/users', '_customer-admin/project-widgets', '_staff/customers/index', '_account/sessions'].map(
      (route) => [source(`routes/_signed-in/${route}.tsx?tsr-split=loader---component`), ['list']],
    ),
  ),
}
const importersOf = (id: string) => Object.keys(imports).filter((importer) => imports[importer]?.includes(id))
const graph = {
  getModuleInfo: (id: string) => ({ importedIds: imports[id] ?? [], importers: importersOf(id) }),
}

test('what comes with a module is found once, in a circle too', () => {
  expect([...dependenciesOf('list', (id) => imports[id])].sort()).toEqual(['icon', 'list', 'row'])
})

test('each module stands in the first file that holds it: the shared ones come first', () => {
  const groups = chunkGroups()
  const fileOf = (id: string) => groups.map(({ name }) => name(id, graph)).find((file) => file !== null)
  expect(
    Object.fromEntries(
      [
        'form',
        'session',
        'early-home',
        'early-users',
        'which-customer',
        'button',
        'icon',
        'row',
        'card',
        'tool-screen',
        'grid',
        'trail',
        'dialog',
        'field',
        'picker',
        'profile-form',
        'menu',
        key,
      ].map((id) => [id, fileOf(id)]),
    ),
  ).toEqual({
    form: 'sign-in',
    session: 'entry-shared',
    'early-home': 'entry-script',
    'early-users': 'early-calls',
    'which-customer': 'early-calls',
    button: 'screen-shared',
    icon: 'screen-shared',
    row: 'first-screen',
    card: 'widgets-board',
    'tool-screen': 'widgets-board',
    grid: 'users-grid',
    trail: 'console',
    dialog: 'portal-shared',
    field: 'portal-forms',
    picker: 'portal-forms',
    'profile-form': undefined,
    menu: 'console-shared',
    // Separate from what else the console shares with lazy parts of the sign-in page: it loads nothing of the application.
    [key]: 'console-leaves',
  })
  const routeFile = (route: string) => fileOf(source(`routes/_signed-in/${route}.tsx?tsr-split=loader---component`))
  expect(routeFile('_customer-admin/users')).toBe('users-grid')
  expect(routeFile('_customer-admin/project-widgets')).toBe('widgets-board')
  expect(routeFile('_staff/customers/index')).toBe('console')
  expect(routeFile('_account/sessions')).toBeUndefined()
  expect(['sign-in.tsx', 'main.tsx'].map((name) => fileOf(source(name)))).toEqual([undefined, undefined])
  expect(firstPageChunks).toContain(fileOf('session'))
})
