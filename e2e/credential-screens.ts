import { expect } from '@playwright/test'
import { expectDialog, mockProblem, mockResponse, mockSecondFactor, type Screen, submit, visit } from './screen'

const mei = 'mei@nordbygg.example'

const secretCode = 'LNTELDEM4BU5LDNGK7QWZ2XJ3YHS6RTC'

/** Password and second factor. */
export const credentialScreens: readonly Screen[] = [
  { name: 'change password', from: 'within', who: mei, show: visit('/change-password') },
  {
    name: 'current password wrong',
    isState: true,
    who: mei,
    from: 'page',
    async show(page) {
      await mockProblem(page, '**/auth/v1/change-password', 422, 'wrongPassword', {
        source: { pointer: '/oldPassword' },
      })
      await page.locator('[name=oldPassword]').fill('not my password')
      await page.locator('[name=newPassword]').fill('eleven cranes over the harbour')
      await submit(page)
      await expect(page.locator('[aria-invalid=true]').first()).toBeVisible()
    },
  },
  { name: 'second factor off', from: 'within', who: mei, show: visit('/second-factor') },
  {
    name: 'second factor on, few codes left',
    isState: true,
    who: mei,
    async show(page) {
      await mockSecondFactor(page, 'enabled', 2)
      await visit('/second-factor')(page)
    },
  },
  {
    name: 'new recovery codes',
    isState: true,
    who: mei,
    from: 'page',
    async show(page) {
      await page.locator('main button').first().click()
      await expectDialog(page)
    },
  },
  {
    name: 'second factor not offered',
    isState: true,
    who: mei,
    async show(page) {
      await mockSecondFactor(page, 'disabled', 0, false)
      await visit('/second-factor')(page)
    },
  },
  {
    name: 'second factor set up',
    who: mei,
    async show(page) {
      const qrCodeValue = `otpauth://totp/Lintel:${mei}?secret=${secretCode}&issuer=Lintel`
      await mockResponse(page, '**/auth/v1/mfa/associate', 200, { secretCode, qrCodeValue })
      await visit('/second-factor')(page)
      await page.locator('main a[href="/mfa-setup"]').click()
      await expect(page).toHaveURL(/mfa-setup/)
      await expect(page.locator('[name=code]')).toBeFocused()
    },
  },
  {
    name: 'set-up with a wrong code',
    isState: true,
    who: mei,
    from: 'page',
    async show(page) {
      await mockProblem(page, '**/auth/v1/mfa/enable', 400, 'invalidCode')
      await page.locator('[name=code]').fill('000000')
      await submit(page)
      await expect(page.locator('[name=code]')).toHaveAttribute('aria-invalid', 'true')
    },
  },
  {
    name: 'recovery codes',
    who: mei,
    from: 'page',
    async show(page) {
      const recoveryCodes = Array.from({ length: 10 }, (_, at) => `AB${at}C-DEFG-HIJK-LMNO-PQRS-TUVW`)
      await mockResponse(page, '**/auth/v1/mfa/enable', 200, { recoveryCodes })
      await page.locator('[name=code]').fill('000001')
      await submit(page)
      await expect(page.locator('main ul li')).toHaveCount(10)
    },
  },
  {
    name: 'leaving the recovery codes',
    isState: true,
    who: mei,
    from: 'page',
    async show(page) {
      await page.goBack()
      await expectDialog(page)
    },
  },
  {
    name: 'second factor removed',
    isState: true,
    who: mei,
    async show(page) {
      await mockSecondFactor(page, 'enabled', 10)
      await mockProblem(page, '**/auth/v1/mfa/disable', 400, 'invalidCode')
      await visit('/mfa-remove')(page)
      await page.locator('[name=code]').fill('000000')
      await submit(page)
      await expect(page.locator('[name=code]')).toHaveAttribute('aria-invalid', 'true')
    },
  },
]
