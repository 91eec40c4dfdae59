import { expect, test } from 'vitest'
import { renderForm } from '../../../test/render-form'
import { createQueryClient } from '../../api/query-client'
import { secondFactorStatus } from '../../session/second-factor-status'
import { AccountSection } from './account-section'

test.each([
  ['enabled', true],
  ['disabled', false],
] as const)('where none is offered any more, the profile shows one that is %s: %s', async (status, isShown) => {
  const queries = createQueryClient()
  queries.setQueryData(secondFactorStatus.queryKey, { status, available: false, recoveryCodesLeft: 1 })
  const { current } = await renderForm(() => AccountSection({ isFederated: false }), queries)
  const [section] = [current().props.children].flat(1)
  expect(Boolean(section)).toBe(isShown)
})
