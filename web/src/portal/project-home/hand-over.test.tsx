import { projectMembers } from '@lintel/contract/people/members'
import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import type { ReactElement } from 'react'
import { expect, test, vi } from 'vitest'
import { propsOf, renderForm } from '../../../test/render-form'
import { neverResponds } from '../../../test/render-hook'
import { createQueryClient } from '../../api/query-client'
import { all } from '../../api/resource'
import { SelectField } from '../../ui/select-field'
import { HandOver } from './hand-over'

test('a candidate is named with the email, and by the email alone where the name has one character', async () => {
  const queries = createQueryClient()
  const records = [
    { user: 'mei@nord.example', name: 'Mei Zhang' },
    { user: 'o@nord.example', name: 'O' },
    { user: 'per@nord.example', name: '' },
  ].map((member) => ({ id: member.user, email: member.user, privilegeLevel: privilegeLevel.member, ...member }))
  const { queryKey } = all(projectMembers, { filter: { project: 'p' }, sort: ['name'] })
  queries.setQueryData(queryKey, { records, included: [] } as never)
  vi.stubGlobal('fetch', neverResponds)
  const project = { id: 'p', version: 1, owner: 'kari@nord.example' } as never
  const { current } = await renderForm(() => HandOver({ project, onClose: () => undefined }) as ReactElement, queries)
  expect(propsOf(SelectField, current()).options).toMatchObject([
    {
      items: [
        { value: 'mei@nord.example', label: 'Mei Zhang (mei@nord.example)' },
        { value: 'o@nord.example', label: 'o@nord.example' },
        { value: 'per@nord.example', label: 'per@nord.example' },
      ],
    },
  ])
})
