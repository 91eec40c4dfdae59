import { expect, test } from 'vitest'
import { createAccessTable } from './access-table'
import { listedProjects, mostListed } from './listed-projects'

const projects = Array.from({ length: mostListed + 10 }, (_, at) => ({
  id: `p${at}`,
  name: at % 2 === 0 ? `Ullevål Clinic ${at}` : `Harbour ${at}`,
  externalId: `NB-${at}`,
  isHibernated: false,
  isLibrary: false,
  ends: [],
  // One person, who is a user of every third project.
  members: at % 3 === 0 ? '0u' : '',
}))
const table = createAccessTable({
  cursor: '1',
  organizations: [],
  people: [['mei@nordbygg.example', 'Mei Zhang', -1, '']],
  administrators: [],
  imported: [],
  provisioned: [],
  guests: [],
  omittedProjects: 0,
  projects,
})

test('a person’s own projects are listed first, and no more than can be read', () => {
  const { listed, count } = listedProjects(table, '', [0])
  expect(count).toBe(mostListed + 10)
  expect(listed).toHaveLength(mostListed)
  const own = listed.filter((index) => table.level(0, index) > 0)
  expect(own).toHaveLength(20)
  expect(listed.slice(0, 20)).toEqual(own)
})

test('projects are found by name without accents and by number', () => {
  expect(listedProjects(table, 'ulleval', []).count).toBe((mostListed + 10) / 2)
  expect(listedProjects(table, 'nb-59', []).listed).toEqual([59])
})

test('nobody’s projects stand in their own order', () => {
  expect(listedProjects(table, 'harbour 1', []).listed[0]).toBe(1)
})

test('what is kept is listed once, before what the search finds, and does not count as found', () => {
  const { listed, count } = listedProjects(table, 'nb-59', [0], ['p3', 'p59', 'gone'])
  expect(listed).toEqual([3, 59])
  expect(count).toBe(1)
  const all = listedProjects(table, '', [0], ['p59'])
  expect(all.listed[0]).toBe(59)
  expect(all.listed).toHaveLength(mostListed + 1)
})
