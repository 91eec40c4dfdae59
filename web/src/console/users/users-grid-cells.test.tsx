import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createAccessTable } from './access-table'
import { type CellTexts, cellsOf, identityColumns } from './users-grid-cells'

const texts: CellTexts = {
  ...{ role: String, short: (level) => `role ${level}`, owner: '', customerAdministrator: '', oneself: '' },
  ...{ refused: () => '', managed: '', endsOn: () => 'ends then', endedOn: () => 'ended then' },
}

/** The cell of a member whose access ends in so many days. */
function cellEndingIn(days: number): string {
  const end = new Date(Date.now() + days * 86_400_000).toISOString()
  const project = { id: 'harbour', name: 'Harbour', externalId: null, isHibernated: false, isLibrary: false }
  const table = createAccessTable({
    ...{ cursor: '7', organizations: [], administrators: [], imported: [], provisioned: [], guests: [] },
    people: [['mei@nordbygg.example', 'Mei Zhang', -1, '']],
    omittedProjects: 0,
    projects: [{ ...project, members: '0u', ends: [[0, end]] }],
  })
  return renderToStaticMarkup(cellsOf(table, texts, 'kari').render?.(0, identityColumns) as ReactElement)
}

test('a role that has ended is struck out and says so, one that ends soon says when', () => {
  expect(cellEndingIn(3)).toContain('ends then')
  expect(cellEndingIn(3)).not.toContain('<s>')
  expect(cellEndingIn(-3)).toContain('ended then')
  expect(cellEndingIn(-3)).toMatch(/<s>.*role 10.*<\/s>/)
})
