import { Link } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { allPropsOf, renderForm } from '../../../test/render-form'
import { Button } from '../../ui/button'
import { SecondFactor } from './second-factor'

test.each([
  [true, ['/mfa-setup', '/mfa-remove'], 1],
  [false, ['/mfa-remove'], 0],
])('a second factor that is offered here (%s) leads to %s', async (available, addresses, buttons) => {
  const status = { status: 'enabled', available, recoveryCodesLeft: 1 } as const
  const props = { email: 'mei@nordbygg.example', isFederated: false, status, onRenewed: () => undefined }
  const { current } = await renderForm(() => SecondFactor(props))
  expect(allPropsOf<{ to: string }>(Link as never, current()).map(({ to }) => to)).toEqual(addresses)
  expect(allPropsOf(Button, current())).toHaveLength(buttons)
})
