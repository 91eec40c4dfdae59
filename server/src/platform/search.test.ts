import { customers } from '@lintel/contract/customers/customers'
import { changeSets, listChangeSetRows } from '@lintel/contract/people/change-sets'
import { organizations } from '@lintel/contract/people/organizations'
import { users } from '@lintel/contract/people/users'
import { projectLinks } from '@lintel/contract/projects/project-links'
import { projects } from '@lintel/contract/projects/projects'
import { foldText } from '@lintel/contract/search/fold-text'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { customerId } from '../../demo/customers'
import { projectId } from '../../demo/projects'
import { world } from '../../test/world'
import { containsWords } from './search'

const { as, db } = await world()

const written = [
  ...[
    'Ullevål Clinic',
    'Łódź Żabia',
    'Tønsberg',
    'Sandvær',
    'Grünerløkka',
    'Anneliese Groß',
    'GROẞ',
    'Ås',
    'AS',
    'Ærø',
  ],
  ...[
    'NB-2041 Barcode',
    'Anne-Lise',
    'a\u2013b\u2014c\u2212d\u2010e',
    '-',
    '\u2014',
    'Œuvre',
    'Đorđe',
    'Þór Ðaði',
    'ISPARTA ıi İ',
  ],
  ...['Ångström', 'A\u030angstro\u0308m', 'été', 'ÉTÉ', 'Ελλάδα ΟΔΟΣ', 'Йошкар-Ола', 'Việt Nam', 'हिन्दी', 'ภาษาไทย'],
  ...['ガラス', '現場👷‍♀️一', 'עִבְרִית', 'العَرَبِيَّة', '한국어', 'ﬁle', '½', 'x²', '%_\\', "O'Brien", 'tab\tand\nline', ''],
]

/** All names in the demo world. */
const inDemo = async () =>
  (
    await sql<{ name: string }>`
      select name from project union select external_id from project where external_id is not null
      union select name from app_user union select email from app_user union select name from customer
      union select name from user_organization union select name from project_template`.execute(db)
  ).rows.map(({ name }) => name)

test('the database folds every name as the browser does', async () => {
  const names = [...written, ...(await inDemo())]
  expect(names.length).toBeGreaterThan(300)
  const { rows } = await sql<{ name: string; folded: string }>`
    select name, search_fold(name) as folded from unnest(${names}::text[]) as name`.execute(db)
  expect(rows).toEqual(names.map((name) => ({ name, folded: foldText(name) })))
})

test('a search finds in the database what the browser finds: each word, in any order, in one text or another', async () => {
  const names = [...written, ...(await inDemo())]
  const queries = [
    'nb2041',
    'nb-20',
    'harbour barcode',
    'ulleval',
    'lodz zabia',
    'GROSS',
    '2041 block',
    '%',
    '_',
    '\\',
    '-',
    ' ',
    'mei zhang',
  ]
  for (const query of queries) {
    const words = foldText(query).split(/\s+/).filter(Boolean)
    const wanted = names.filter((name) =>
      words.every((word) => `${foldText(name)}\n${foldText('Block')}`.includes(word)),
    )
    const { rows } = await sql<{ name: string }>`
      select name from unnest(${names}::text[]) as name where ${containsWords(query, 'name', sql`'Block'`)}`.execute(db)
    expect(rows.map(({ name }) => name).sort(), query).toEqual(wanted.sort())
  }
})

describe('every list that the server searches finds words in any order, without accents and hyphens', () => {
  const nordbygg = customerId('nordbygg')

  test.each(['nb2041', 'harbour barcode block', 'BLOCK  härbour'])('a project, by %s', async (q) => {
    const named = (found: readonly { name: string }[]) => found.map(({ name }) => name)
    expect(named(await as('staff').list(projects, { filter: { q } }))).toEqual(['Barcode Harbour, block 4'])
    expect(named(await as('ola').list(projectLinks, { filter: { q } }))).toEqual(['Barcode Harbour, block 4'])
  })

  test('people, customers and organizations', async () => {
    const people = await as('anna').list(users, { filter: { customerId: nordbygg, q: 'ZHANG mei' } })
    expect(people.map(({ id }) => id)).toEqual(['mei@nordbygg.example'])
    const firms = await as('staff').list(customers, { filter: { q: 'ost stalbygg' } })
    expect(firms.map(({ name }) => name)).toEqual(['Stålbygg Øst AS'])
    const [first] = await as('anna').list(organizations, { filter: { customer: nordbygg } })
    const backwards = (first?.name ?? '').split(' ').reverse().join(' ')
    const again = await as('anna').list(organizations, { filter: { customer: nordbygg, q: foldText(backwards) } })
    expect(again.map(({ name }) => name)).toContain(first?.name)
  })

  test('the rows of a change set, by person and project', async () => {
    const set = await as('anna').post(changeSets, {
      kind: 'roles',
      customer: nordbygg,
      input: { cells: [{ user: 'mei@nordbygg.example', project: projectId('NB-2041'), level: 20 }] },
    } as never)
    const rows = async (q: string) =>
      (await as('anna').call(listChangeSetRows, { parameters: { id: set.id }, query: { 'filter[q]': q } })).data.length
    expect(await rows('zhang harbour mei')).toBe(1)
    expect(await rows('harbour barcode')).toBe(1)
    expect(await rows('harbour nobody')).toBe(0)
  })
})
