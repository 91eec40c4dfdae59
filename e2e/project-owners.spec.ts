import { expect } from '@playwright/test'
import { projectId } from '../server/demo/projects'
import { test } from './configured-product'
import { enter, looksRight, onDatabase } from './people'
import { takePictures } from './visit'

test('on a phone an owner edits a project, invites people, deletes it and restores it; a member is offered none of it', async ({
  page,
  browser,
  baseURL,
  product,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const home = `/project-${projectId('NB-2064')}/`
  await enter(page, 'ola@nordbygg.example')
  await page.goto(home)
  await expect(page.getByRole('heading', { name: 'Tønsberg Wharf Apartments', level: 1 })).toBeVisible()
  await looksRight(page)
  await takePictures(page, 'project-home-owner')

  await page.getByRole('button', { name: 'Edit project' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit project' })
  await edit.getByLabel('Project name').fill('')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(edit.getByText('Please fill this in.')).toBeVisible()
  await edit.getByLabel('Project name').fill('Tønsberg Wharf')
  await edit.getByLabel('Description').fill('Two pools and a diving tower')
  await looksRight(page)
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'Tønsberg Wharf', level: 1 })).toBeVisible()
  await expect(page.getByText('Two pools and a diving tower')).toBeVisible()

  await page.getByRole('button', { name: 'Invite people' }).click()
  const invite = page.getByRole('dialog', { name: 'Invite people' })
  await invite.getByLabel('Email addresses').fill('one@divers.example, two@divers.example\nola@nordbygg.example')
  await looksRight(page)
  await invite.getByRole('button', { name: 'Invite' }).click()
  // Who could not be invited stays, with the reason; the others are in.
  await expect(invite.getByRole('alert')).toContainText('ola@nordbygg.example')
  await expect(invite.getByLabel('Email addresses')).toHaveValue('ola@nordbygg.example')
  await invite.getByRole('button', { name: 'Cancel' }).click()
  expect((await product.linksTo('two@divers.example')).length).toBeGreaterThan(0)
  const rows = await onDatabase(
    product,
    `select app_user.email, member.privilege_level as level from project_member as member
      join app_user on app_user.id = member.user_id where app_user.email like '%@divers.example' order by 1`,
  )
  expect(rows).toEqual([
    { email: 'one@divers.example', level: 10 },
    { email: 'two@divers.example', level: 10 },
  ])

  const context = await browser.newContext({ locale: 'en-GB', ...(baseURL && { baseURL }) })
  const other = await context.newPage()
  await enter(other, 'mei@nordbygg.example')
  await other.goto(`/project-${projectId('NB-2041')}/`)
  await expect(other.getByRole('heading', { name: 'People' })).toBeVisible()
  await expect(other.getByRole('button', { name: /Invite people|Edit project|Delete project/ })).toHaveCount(0)
  await context.close()

  await page.getByRole('button', { name: 'Delete project' }).click()
  const question = page.getByRole('dialog', { name: 'Delete “Tønsberg Wharf”?' })
  await looksRight(page)
  await question.getByRole('button', { name: 'Delete project' }).click()
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: /Tønsberg Wharf/ })).toHaveCount(0)
  await page.goto(home)
  await page.getByRole('button', { name: 'Restore project' }).click()
  await expect(page.getByRole('button', { name: 'Delete project' })).toBeVisible()
})
