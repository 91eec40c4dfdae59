import { expect } from '@playwright/test'
import { test } from './configured-product'
import { signInByApi } from './people'
import { errorScreens, mei, newProjectScreens, projectScreens } from './portal-screens'
import { testScreens } from './walk-screens'

testScreens('projects, a new one, and what is not there', [...projectScreens, ...newProjectScreens, ...errorScreens])

test('a list that is long in coming is waited for with a spinner, and fades in', async ({ page }) => {
  await signInByApi(page, mei)
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/mgw/api/v3/home', async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/')
  const status = page.getByRole('status').filter({ hasText: 'Loading' })
  await expect(status).toBeVisible()
  await expect(status.locator('span svg')).toBeVisible()
  await expect(page.locator('#content')).toBeHidden()
  release()
  await expect(page.locator('#content li a').first()).toBeVisible()
  await expect(page.locator('#content > div').first()).not.toHaveCSS('animation-name', 'none')
})
