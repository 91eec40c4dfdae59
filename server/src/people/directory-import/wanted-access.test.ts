import { expect, test } from 'vitest'
import { zipOf } from '../../../test/zip'
import { readArchive } from '../../exchange/spreadsheet/read-archive'
import { readDirectory } from './read-directory'
import { leavingPeople, wantedAccess } from './wanted-access'

async function wanted(files: Record<string, string>) {
  const read = readDirectory(await readArchive(zipOf(files)), 'nordbygg.example')
  expect(read.refused).toEqual([])
  const access = [...wantedAccess(read)].map(({ email, project, level, group }) => [email, project, level, group])
  return { access, leaving: leavingPeople(read) }
}

const [lena, mei, ola] = ['lena@nordbygg.example', 'mei@nordbygg.example', 'ola@nordbygg.example']

test('of what the groups of a person give in a project, the most counts', async () => {
  const { access } = await wanted({
    'memberships.csv': `group;email\nSite;${lena}\nLeads;${lena}\nSite;${mei}\nGone;${mei}\n`,
    'access.csv':
      'group;project;role\nSITE;NB-1;user\nLeads;nb-1;admin\nSite;NB-2;user\nGone;NB-1;none\nGone;NB-3;none\n',
  })
  expect(access).toEqual([
    [lena, 'nb-1', 20, 'Leads'],
    [lena, 'NB-2', 10, 'Site'],
    [mei, 'NB-1', 10, 'SITE'],
    [mei, 'NB-2', 10, 'Site'],
    [mei, 'NB-3', 0, 'Gone'],
  ])
})

test('groups of groups give what they have to the people below, and nothing upwards', async () => {
  const { access } = await wanted({
    'users.csv': `email;memberOf\n${ola};Top\n`,
    'groups.csv': 'group;memberOf\nCrew;Site\nSite;Top\nTop;\n',
    'memberships.csv': `group;email\ncrew;${lena}\n`,
    'access.csv': 'group;project;role\nTop;NB-1;user\nCrew;NB-2;admin\n',
  })
  expect(access).toEqual([
    [ola, 'NB-1', 10, 'Top'],
    [lena, 'NB-2', 20, 'Crew'],
    [lena, 'NB-1', 10, 'Top'],
  ])
})

test('somebody who is disabled leaves, and gets nothing from their groups; who is not listed is not spoken of', async () => {
  const { access, leaving } = await wanted({
    'users.csv': `email;enabled\n${lena};FALSE\n${mei};TRUE\n`,
    'memberships.csv': `group;email\nSite;${lena}\nSite;${mei}\n`,
    'access.csv': 'group;project;role\nSite;NB-1;user\n',
  })
  expect(leaving).toEqual([lena])
  expect(access).toEqual([[mei, 'NB-1', 10, 'Site']])
})
