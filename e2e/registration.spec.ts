import { expect } from '@playwright/test'
import { test } from './configured-product'
import { submitByEnter, takeScreenshots } from './fixtures'
import { createFirstProfile, expectUsableOnEveryWidth } from './people'

test('somebody new registers on a phone: email, mail, password, profile, and a project on trial', async ({
  page,
  product,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const email = 'frida@newcomer.example'
  await page.goto('/login')
  await page.getByRole('link', { name: 'Create a project', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible()
  await page.getByLabel('Email').fill('a@b..com')
  await submitByEnter(page)
  await expect(page.getByText('This is not a valid email address.')).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await expectUsableOnEveryWidth(page)
  await takeScreenshots(page, 'register')
  await submitByEnter(page)
  await expect(page.getByRole('heading', { name: 'Check your mailbox' })).toBeVisible()
  await expectUsableOnEveryWidth(page)

  const [link] = await product.linksTo(email)
  await page.goto(String(link))
  await expect(page.getByRole('heading', { name: 'Welcome. Set your password' })).toBeVisible()
  await expect(page).toHaveURL(/next-url=%2Fnew-project$/)
  const password = page.getByLabel('New password')
  await password.fill('frida frida frida frida')
  await expect(page.getByText('contains your name')).toBeVisible()
  await password.fill('abcabcabcabcabcabc')
  await expect(page.getByText('repeats itself')).toBeVisible()
  await password.fill('purple crane lifts seven beams')
  await expect(page.getByText('The rules are met')).toBeVisible()
  await page.reload()
  await password.fill('purple crane lifts seven beams')
  await submitByEnter(page)
  await expect(page.getByRole('heading', { name: 'Create your profile' })).toBeVisible()
  await createFirstProfile(page)
  await expect(page.getByRole('heading', { name: 'New project' })).toBeVisible()
  await expect(page.getByText('Free for 10 days')).toBeVisible()
  await page.getByLabel('Project name').fill('x'.repeat(201))
  await page.getByRole('button', { name: 'Create project' }).click()
  await expect(page.getByText('At most 200 characters.')).toBeVisible()
  await page.getByLabel('Project name').fill('Boathouse')
  await page.getByRole('button', { name: 'Create project' }).click()
  await expect(page.getByText(/^Your trial runs until/)).toBeVisible()
  await page.getByRole('link', { name: 'Go to project' }).click()
  await expect(page.getByRole('heading', { name: 'Boathouse', level: 1 })).toBeVisible()
  await expect(page.getByText('Trial: 10 days left')).toBeVisible()

  // Only one trial at a time, explained in plain words before anything is typed.
  const oneAtATime = 'One person has one project on trial at a time.'
  await page.goto('/new-project')
  await expect(page.getByText(oneAtATime)).toBeVisible()
  await expect(page.getByText('Free for 10 days')).toHaveCount(0)
  await page.getByLabel('Project name').fill('Second boathouse')
  await page.getByRole('button', { name: 'Create project' }).click()
  await expect(page.getByRole('alert')).toContainText(oneAtATime)

  // The link cannot be used again.
  await page.goto('/logout')
  await expect(page).toHaveURL(/\/login/)
  await page.goto(String(link))
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled()
  await expect(page.getByLabel('Email')).toHaveValue(email)
})
