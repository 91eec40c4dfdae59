/// <reference lib="dom" />
import { expect, type Page } from '@playwright/test'
import { submitByEnter } from './fixtures'
import { overrideInstallation } from './people'
import { expectProblem, mockProblem, mockResponse, type Screen, submit, visit } from './screen'

const demoUser = 'ola@nordbygg.example'

const confirm = '**/change-password/confirm'
/** Fills in both fields of the new password and submits them. */
async function submitPasswords(page: Page, first: string) {
  await page.locator(`[name=${first}]`).fill('ABCDE-FGHJK')
  await page.locator('[name=newPassword]').fill('eleven cranes over the harbour')
  await submitByEnter(page)
}

/** A new password without the old one, or replacing one that is no longer accepted. */
export const passwordScreens: readonly Screen[] = [
  { name: 'reset', show: visit(`/reset-password?email=${demoUser}`) },
  {
    name: 'reset without an address',
    from: 'page',
    isState: true,
    async show(page) {
      await page.locator('[name=username]').fill('')
      await submit(page)
      await expect(page.locator('[name=username]')).toHaveAttribute('aria-invalid', 'true')
    },
  },
  { name: 'code from the mail', from: 'within', show: visit(`/reset-password?email=${demoUser}&username=${demoUser}`) },
  {
    name: 'password too short',
    isState: true,
    from: 'page',
    async show(page) {
      await page.locator('[name=newPassword]').fill('eleven')
      await submit(page)
      await expect(page.locator('[name=code]')).toHaveAttribute('aria-invalid', 'true')
    },
  },
  {
    name: 'wrong code',
    isState: true,
    from: 'page',
    async show(page) {
      await mockProblem(page, confirm, 400, 'invalidCode')
      await submitPasswords(page, 'code')
      await expect(page.locator('[name=code]')).toBeFocused()
    },
  },
  {
    name: 'password rejected',
    isState: true,
    from: 'page',
    async show(page) {
      await mockProblem(page, confirm, 422, 'passwordRejected', { meta: { rules: ['context'] } })
      await submitPasswords(page, 'code')
      await expect(page.locator('[name=newPassword]')).toHaveAttribute('aria-invalid', 'true')
    },
  },
  {
    name: 'password set',
    isState: true,
    from: 'page',
    async show(page) {
      await mockResponse(page, confirm, 200)
      await submit(page)
      await expect(page.locator('form')).toHaveCount(0)
    },
  },
  { name: 'password no longer accepted', from: 'within', show: visit(`/invalid-existing-password?email=${demoUser}`) },
  {
    name: 'old password wrong',
    isState: true,
    from: 'page',
    async show(page) {
      await mockProblem(page, '**/change-password/for-invalid', 401, 'invalid_grant')
      await submitPasswords(page, 'oldPassword')
      await expectProblem(page)
    },
  },
  {
    name: 'password reset sent',
    isState: true,
    from: 'page',
    async show(page) {
      await mockResponse(page, '**/change-password/for-invalid', 200, {})
      await submit(page)
      await expect(page.locator('form')).toHaveCount(0)
    },
  },
  { name: 'password changed', from: 'within', show: visit(`/password-changed?email=${demoUser}&success=true`) },
  {
    name: 'link expired',
    isState: true,
    from: 'within',
    show: visit(`/password-changed?email=${demoUser}&message=access+expired`),
  },
  {
    name: 'link used',
    from: 'within',
    isState: true,
    show: visit(`/password-changed?email=${demoUser}&message=this+url+can+be+used+only+once`),
  },
  { name: 'password not changed', from: 'within', isState: true, show: visit('/password-changed?message=anything') },
  {
    name: 'reset without mail',
    isState: true,
    async show(page) {
      await overrideInstallation(page, { isSmtpEnabled: false, outbox: undefined })
      await visit('/reset-password')(page)
    },
  },
]
