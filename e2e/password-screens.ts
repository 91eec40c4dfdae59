/// <reference lib="dom" />
import { expect, type Page } from '@playwright/test'
import { configured } from './people'
import { answers, refuses, type Screen, submit, told, visit } from './screen'
import { sendByEnter } from './visit'

const somebody = 'ola@nordbygg.example'

const confirm = '**/change-password/confirm'
/** Fills both fields of a new password and sends them. */
async function change(page: Page, first: string) {
  await page.locator(`[name=${first}]`).fill('ABCDE-FGHJK')
  await page.locator('[name=newPassword]').fill('eleven cranes over the harbour')
  await sendByEnter(page)
}

/** A new password without the old one, or in place of one that is no longer accepted. */
export const passwordScreens: readonly Screen[] = [
  { name: 'reset', show: visit(`/reset-password?email=${somebody}`) },
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
  { name: 'code from the mail', from: 'within', show: visit(`/reset-password?email=${somebody}&username=${somebody}`) },
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
      await refuses(page, confirm, 400, 'invalidCode')
      await change(page, 'code')
      await expect(page.locator('[name=code]')).toBeFocused()
    },
  },
  {
    name: 'password rejected',
    isState: true,
    from: 'page',
    async show(page) {
      await refuses(page, confirm, 422, 'passwordRejected', { meta: { rules: ['context'] } })
      await change(page, 'code')
      await expect(page.locator('[name=newPassword]')).toHaveAttribute('aria-invalid', 'true')
    },
  },
  {
    name: 'password set',
    isState: true,
    from: 'page',
    async show(page) {
      await answers(page, confirm, 200)
      await submit(page)
      await expect(page.locator('form')).toHaveCount(0)
    },
  },
  { name: 'password no longer accepted', from: 'within', show: visit(`/invalid-existing-password?email=${somebody}`) },
  {
    name: 'old password wrong',
    isState: true,
    from: 'page',
    async show(page) {
      await refuses(page, '**/change-password/for-invalid', 401, 'invalid_grant')
      await change(page, 'oldPassword')
      await told(page)
    },
  },
  {
    name: 'password reset sent',
    isState: true,
    from: 'page',
    async show(page) {
      await answers(page, '**/change-password/for-invalid', 200, {})
      await submit(page)
      await expect(page.locator('form')).toHaveCount(0)
    },
  },
  { name: 'password changed', from: 'within', show: visit(`/password-changed?email=${somebody}&success=true`) },
  {
    name: 'link expired',
    isState: true,
    from: 'within',
    show: visit(`/password-changed?email=${somebody}&message=access+expired`),
  },
  {
    name: 'link used',
    from: 'within',
    isState: true,
    show: visit(`/password-changed?email=${somebody}&message=this+url+can+be+used+only+once`),
  },
  { name: 'password not changed', from: 'within', isState: true, show: visit('/password-changed?message=anything') },
  {
    name: 'reset without mail',
    isState: true,
    async show(page) {
      await configured(page, { isSmtpEnabled: false, outbox: undefined })
      await visit('/reset-password')(page)
    },
  },
]
