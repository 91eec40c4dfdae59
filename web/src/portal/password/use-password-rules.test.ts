import { expect, test } from 'vitest'
import { renderHook } from '../../../test/render-hook'
import { createQueryClient } from '../../api/query-client'
import { currentUser } from '../../session/current-user'
import { installation } from '../../session/installation'
import { usePasswordRules } from './use-password-rules'

const rules = { minimumLength: 15, minimumLowercase: 0, minimumUppercase: 0, minimumDigits: 0, minimumSymbols: 0 }

test.each([
  ['staff', 8, 'with second factors', { isMfaEnabled: true }],
  ['staff', 15, 'without second factors', { isMfaEnabled: false }],
  [
    'staff',
    20,
    'whose minimum is raised',
    { isMfaEnabled: true, passwordRequirements: { ...rules, minimumLength: 20 } },
  ],
  ['others', 15, 'with second factors', { isMfaEnabled: true }],
] as const)('A4: %s are shown %i characters in an installation %s', async (who, length, _where, configuration) => {
  const queries = createQueryClient()
  queries.setQueryData(currentUser.queryKey, { role: who === 'staff' ? 'rendra_staff' : null } as never)
  const record = { passwordRequirements: rules, ...configuration }
  queries.setQueryData(installation.queryKey, { record, included: [] } as never)
  const current = renderHook(queries, usePasswordRules)
  await expect.poll(current).toEqual({ ...rules, minimumLength: length })
})
