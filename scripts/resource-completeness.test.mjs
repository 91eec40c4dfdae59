// Checks that every resource of the contract is complete and names the file to edit for each missing part. Policies and
// problem messages are enforced by the compiler.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const textOf = (path) => readFileSync(join(root, path), 'utf8')
const filesIn = (folder, ending) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending) && !name.endsWith('.test.ts') && !name.includes('node_modules'))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
const load = (path) => import(join(root, path))

const isResource = (value) => typeof value?.type === 'string' && Array.isArray(value.paths) && 'patch' in value
const declared = (
  await Promise.all(
    filesIn('contract/src', '.ts').map(async (file) =>
      Object.entries(await load(file))
        .filter(([, value]) => isResource(value))
        .map(([name, resource]) => ({ name, resource, file })),
    ),
  )
).flat()

const sources = filesIn('server/src', '.ts').map((path) => ({ path, text: textOf(path) }))
const app = textOf('server/src/app.ts')
const concordance = textOf('docs/concordance.md')
const demo = filesIn('server/demo', '.ts').map(textOf).join('\n')
const migrations = filesIn('server/migrations', '.sql').map(textOf).join('\n')
const conflicts = textOf('server/src/platform/conflicts.ts')
const historyTexts = textOf('web/src/shell/records/history-texts.ts')
const { buildAccessMatrix } = await load('server/test/access-matrix.ts')
const matrix = buildAccessMatrix({ auditEvent: '018cc251-f400-7000-8000-000000000000' })

/** Served, but not from a single table of their own: their statements name columns of several tables. */
const withoutTable = new Set([
  'change-sets',
  'customer-domains',
  'project-templates',
  'projects',
  'urls',
  'user-settings',
])

/** Record audit events of their own; `audit-labels.test.mjs` checks the texts of those. */
const withOwnActions = new Set(['invitations'])

const methods = { list: 'GET', read: 'GET', create: 'POST', update: 'PATCH', remove: 'DELETE' }

/** The missing parts of a resource, each as `file: what to add`. */
async function missingParts({ name, resource, file }) {
  const { type, paths } = resource
  const serving = new RegExp(`\\bserve(?:Public|Content)?(?:<[^(]*>)?\\(\\s*${name}\\b`)
  const served = sources.find(({ text }) => serving.test(text))
  if (!served) return [`server/src/…/${type}.routes.ts: serve(${name}, …), each operation with its policy (may)`]
  const [before = ''] = served.text.split(serving)
  const routes = [...before.matchAll(/export (?:const|function) (\w+)/g)].at(-1)?.[1]
  // Project contents are served by a generic handler; read-only ones declare no writable fields.
  const isContent = new RegExp(`serveContent\\(\\s*${name}\\b`).test(served.text)
  const operations = isContent
    ? Object.keys(methods)
    : Object.keys(methods).filter((operation) => new RegExp(`^\\s+${operation}: `, 'm').test(served.text))
  const rowsOf = (operation, path) => {
    const one = operation === 'read' || operation === 'update' || operation === 'remove'
    const route = `${methods[operation]} ${path}${one ? '/{id}' : ''}`
    return { route, rows: matrix.filter((row) => row.route === route) }
  }
  const requiredRows = operations.flatMap((operation) =>
    paths.map((path) => ({ operation, ...rowsOf(operation, path) })),
  )
  const tables = await tablesNextTo(served.path)
  return [
    ...(new RegExp(`^ +(?:\\.\\.\\.)?${routes}\\b`, 'm').test(app)
      ? []
      : [`server/src/app.ts: ${routes} in servedResources`]),
    ...requiredRows
      .filter(({ rows }) => rows.length === 0)
      .map(({ route }) => `server/test/access/*.ts: a row of the access matrix for ${route}`),
    ...requiredRows
      .filter(({ rows, operation }) => operation !== 'remove' && rows.length > 0 && !rows.some(isAnswered))
      .map(({ route }) => `server/test/access/*.ts: somebody whom ${route} answers, so that its answer is conformant`),
    ...missingLabels(type, operations),
    ...(concordance.includes(file) ? [] : [`docs/concordance.md: a row that names ${file}`]),
    ...(tables.length > 0 || withoutTable.has(type) || !operations.includes('create')
      ? []
      : [`${dirname(served.path)}/NOUN-columns.ts: the columns of its table (platform/columns)`]),
    ...tables
      .filter((table) => !demo.includes(`'${table}'`))
      .map((table) => `server/demo/load-demo-world.ts: rows of ${table} in the demo world`),
    ...tables
      .flatMap((table) => [...migrations.matchAll(new RegExp(`create unique index (\\w+)\\s+on ${table}\\b`, 'g'))])
      .filter(([, index]) => !conflicts.includes(`${index}:`) && !migrations.includes(`drop index ${index}`))
      .map(([, index]) => `server/src/platform/conflicts.ts: which problem it is that ${index} refuses`),
    ...tables
      .flatMap((table) => unnamedConstraints(table, migrations))
      .map((rule) => `server/migrations: ${rule} as an index with a name, by which its problem is told`),
  ]
}

/** The texts that the audit log lacks for the changes of a resource: one label for all, or a text for each action. */
function missingLabels(type, operations) {
  if (withOwnActions.has(type)) return []
  const hasLabel = new RegExp(`^ {2}'?${type}'?: msg`, 'm').test(historyTexts)
  const isNamed = (operation) => hasLabel || historyTexts.includes(`'${type}.${operation}': msg`)
  const changes = operations.filter((operation) => ['create', 'update', 'remove'].includes(operation))
  return changes.every(isNamed) ? [] : [`web/src/shell/records/history-texts.ts: ${type} in resourceLabels`]
}

/** Unnamed unique constraints of a table, except those that contain `id`, which foreign keys refer to. */
function unnamedConstraints(table, statements) {
  const [, columns = ''] = new RegExp(`create table ${table} \\(\\n(.*?)\\n\\);`, 's').exec(statements) ?? []
  return [...columns.matchAll(/^ +(unique \((?!\w+, id\)).*?\))/gm)].map(([, rule]) => rule)
}

const isAnswered = ({ statuses }) => statuses.some((status) => status < 300)

async function tablesNextTo(routes) {
  const files = sources.filter(({ path }) => dirname(path) === dirname(routes) && path.endsWith('-columns.ts'))
  const modules = await Promise.all(files.map(({ path }) => load(path)))
  return modules.flatMap((module) => Object.values(module).map(({ table }) => table))
}

test('the resources that the contract declares are found', () => {
  expect(declared.map(({ resource }) => resource.type)).toEqual(
    expect.arrayContaining(['user-organizations', 'projects', 'users', 'audit-events']),
  )
})

test.each(declared)('nothing is lacking of $name', async (noun) => {
  expect(await missingParts(noun)).toEqual([])
})

test('a rule without a name is found in its table, and nowhere else', () => {
  const table = 'create table code (\n  id uuid,\n  unique (customer_id, id),\n  unique (customer_id, number)\n);\n'
  expect(unnamedConstraints('code', `${table}create table other (\n  unique (name)\n);`)).toEqual([
    'unique (customer_id, number)',
  ])
})

test('a noun that is only declared lacks its routes, and the file to write is named', async () => {
  const [known] = declared
  const lone = { ...known, name: 'onlyDeclared', resource: { ...known.resource, type: 'only-declared' } }
  expect(await missingParts(lone)).toEqual([
    'server/src/…/only-declared.routes.ts: serve(onlyDeclared, …), each operation with its policy (may)',
  ])
})

test('a noun whose changes have no text in the audit log lacks its label', () => {
  expect(missingLabels('user-organizations', ['list', 'create'])).toEqual([])
  expect(missingLabels('unlabelled', ['list', 'read'])).toEqual([])
  expect(missingLabels('unlabelled', ['list', 'update'])).toEqual([
    'web/src/shell/records/history-texts.ts: unlabelled in resourceLabels',
  ])
})

test('a noun that is served under other addresses lacks its rows, its place and its people, each with the file', async () => {
  const organizations = declared.find(({ name }) => name === 'organizations')
  const resource = { ...organizations.resource, paths: ['/mgw/api/v3/unknown'] }
  expect(await missingParts({ ...organizations, resource, file: 'contract/src/unknown.ts' })).toEqual([
    ...['GET', 'GET', 'POST', 'PATCH', 'DELETE'].map((method, at) => {
      const one = at === 1 || at > 2 ? '/{id}' : ''
      return `server/test/access/*.ts: a row of the access matrix for ${method} /mgw/api/v3/unknown${one}`
    }),
    'docs/concordance.md: a row that names contract/src/unknown.ts',
  ])
})
