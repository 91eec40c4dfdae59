import path from 'node:path'
import { expect, test } from 'vitest'
import { comingWith, firstFiles, wholes } from './wholes'

const source = (name: string) => path.join(import.meta.dirname, '../src', name)
const imports: Record<string, string[]> = {
  [source('sign-in.tsx')]: ['form', 'session', 'button'],
  [source('main.tsx')]: ['session', 'early-home'],
  [source('application.tsx')]: ['session', 'button', 'list'],
  button: ['icon'],
  list: ['icon', 'row'],
  row: ['list'],
}
const graph = { getModuleInfo: (id: string) => (imports[id] ? { importedIds: imports[id] } : null) }

test('what comes with a module is found once, in a circle too', () => {
  expect([...comingWith('list', (id) => imports[id])].sort()).toEqual(['icon', 'list', 'row'])
})

test('each module stands in the first file that holds it: the shared ones come first', () => {
  const groups = wholes()
  const fileOf = (id: string) => groups.map(({ name }) => name(id, graph)).find((file) => file !== null)
  expect(
    Object.fromEntries(
      ['form', 'session', 'early-home', 'button', 'icon', 'row', 'users'].map((id) => [id, fileOf(id)]),
    ),
  ).toEqual({
    form: 'sign-in',
    session: 'begin',
    'early-home': 'start',
    button: 'frame',
    icon: 'frame',
    row: 'first-screen',
    users: undefined,
  })
  expect(['sign-in.tsx', 'main.tsx'].map((name) => fileOf(source(name)))).toEqual([undefined, undefined])
  expect(firstFiles).toContain(fileOf('session'))
})
