import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createAccessTable } from './access-table'
import { type CellTexts, cellsOf, identityColumns } from './users-grid-cells'

const texts: CellTexts = {
  ...{ role: String, short: (level) => `role ${level}`, owner: '', customerAdministrator: '', oneself: '' },
  ...{ refused: () => '', managed: '', endsOn: () => 'ends then', endedOn: () => 'ended then' },
}

/** The end of an access: 23:59:59 in Oslo. */
const end = '2026-11-23T22:59:59Z'

/** The cell of a member whose access ends then, as shown at another time. */
function cellAt(now: string): string {
  const project = { id: 'harbour', name: 'Harbour', externalId: null, isHibernated: false, isLibrary: false }
  const table = createAccessTable({
    ...{ cursor: '7', organizations: [], administrators: [], imported: [], provisioned: [], guests: [] },
    people: [['mei@nordbygg.example', 'Mei Zhang', -1, '']],
    omittedProjects: 0,
    projects: [{ ...project, members: '0u', ends: [[0, end]] }],
  })
  return renderToStaticMarkup(
    cellsOf(table, texts, 'kari', Date.parse(now)).render?.(0, identityColumns) as ReactElement,
  )
}

test('a role that has ended is struck out and says so, one that ends soon says when', () => {
  const [before, after] = [cellAt('2026-11-23T22:45:00Z'), cellAt('2026-11-23T23:00:00Z')]
  expect(before).toContain('ends then')
  expect(before).not.toContain('<s>')
  expect(after).toContain('ended then')
  expect(after).toMatch(/<s>.*role 10.*<\/s>/)
})
