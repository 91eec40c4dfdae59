import { expect, type Page } from '@playwright/test'
import { widgetId } from '../server/demo/widgets'
import { begin, onDatabase } from './people'
import { expectAccessible, expectFitsPhone, expectNoOverflow, takePictures, test } from './visit'

const screen = 'Canteen, north'
/** Wide enough for all cards of Nordbygg at once. */
const large = { width: 2560, height: 1440 }

const tile = (wall: Page, number: string, place: number) => wall.locator(`[data-widget="${widgetId(number, place)}"]`)

test('a board is put on a wall: a screen that nobody signs in at shows it, follows it through a cut of the net, and ends with its link', async ({
  page,
  context,
  server,
  browser,
}) => {
  const stored = () =>
    onDatabase(
      server,
      `select customer.name as customer, app_user.email as maker, token.end_reason as reason
       from display_token as token join customer on customer.id = token.customer_id
       join app_user on app_user.id = token.user_id where token.name = $1`,
      [screen],
    )
  const users = async () => {
    const [row] = await onDatabase(
      server,
      `select count(*) as users from project_member as member join project on project.id = member.project_id
       where project.external_id = 'NB-1987'`,
    )
    return row?.users
  }
  await begin(page, 'anna@nordbygg.example')
  await page.goto('/project-widgets')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Put on a wall' }).click()
  const dialog = page.getByRole('dialog', { name: 'Put on a wall' })
  await expect(dialog.getByText('Site office, harbour')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await page.getByLabel('Name of the screen').fill(screen)
  await page.keyboard.press('Enter')
  const link = page.getByRole('textbox', { name: 'Link' })
  await expect(link).toHaveValue(/\/wall#lintel_display_[\w-]{43}$/)
  const address = await link.inputValue()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Done' }).click()
  expect(await stored()).toEqual([{ customer: 'Nordbygg AS', maker: 'anna@nordbygg.example', reason: null }])

  // A browser that has nothing but the link.
  const screenOf = await browser.newContext({ baseURL: server.url, viewport: large, locale: 'en-GB' })
  const wall = await screenOf.newPage()
  const failures: string[] = []
  wall.on('pageerror', ({ message }) => failures.push(message))
  wall.on('console', (message) => /Content Security Policy/.test(message.text()) && failures.push(message.text()))
  await wall.clock.install()
  await wall.goto(address)
  await expect(wall.getByRole('heading', { name: 'Nordbygg AS', level: 1 })).toBeVisible()
  expect(new URL(wall.url()).hash).toBe('')
  const cookies = await screenOf.cookies()
  expect(cookies.filter(({ httpOnly }) => httpOnly).map(({ name }) => name)).toEqual(['lintel-display'])
  const count = tile(wall, 'NB-1987', 0).locator('dd').first()
  await expect(count).toHaveText(`${await users()}`)
  await expect(tile(wall, 'NB-2041', 2).first().getByRole('row').nth(1)).toBeVisible()
  await expect(tile(wall, 'NB-2041', 3).getByText(/: .* open, .* closed$/)).toBeVisible()
  await expect
    .poll(() =>
      tile(wall, 'NB-1844', 2)
        .getByRole('img')
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBeGreaterThan(100)
  await expect(wall.getByRole('button')).toHaveCount(0)
  await expect(wall.getByRole('link')).toHaveCount(0)

  // Somebody leaves the project: the wall follows by itself. It keeps what it read while the net is cut, and says so.
  await onDatabase(
    server,
    `delete from project_member where (project_id, user_id) = (
       select member.project_id, member.user_id from project_member as member
       join project on project.id = member.project_id
       where project.external_id = 'NB-1987' and member.user_id <> project.owner_id order by member.user_id limit 1)`,
  )
  await wall.clock.fastForward(21_000)
  await expect(count).toHaveText(`${await users()}`)
  await screenOf.setOffline(true)
  await wall.clock.fastForward(21_000)
  await expect(wall.getByText(/^There is no connection to the server\./)).toBeVisible()
  await expect(count).toBeVisible()
  await screenOf.setOffline(false)
  await wall.clock.fastForward(21_000)
  await expect(wall.getByText(/^There is no connection to the server\./)).toHaveCount(0)

  // By its cookie alone, on a smaller screen page after page, on a phone, too.
  await wall.setViewportSize({ width: 1280, height: 720 })
  await wall.reload()
  await expect(wall.getByText(/^Page 1 of \d+$/)).toBeVisible()
  await wall.clock.fastForward(15_000)
  await expect(wall.getByText(/^Page 2 of \d+$/)).toBeVisible()
  await wall.setViewportSize({ width: 360, height: 740 })
  await expectNoOverflow(wall)

  // Its numbers are all that the screen has: nobody is signed in there.
  await wall.goto('/project-widgets')
  await expect(wall.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await wall.goto('/wall')
  await expect(wall.getByText(/^Page 1 of \d+$/)).toBeVisible()

  await page.getByRole('button', { name: `Revoke the link of ${screen}` }).click()
  await page.getByRole('dialog', { name: 'Revoke this link?' }).getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('The link has been revoked.')).toBeVisible()
  await expect(dialog.getByText(screen)).toHaveCount(0)
  expect(await stored()).toEqual([{ customer: 'Nordbygg AS', maker: 'anna@nordbygg.example', reason: 'revoked' }])
  await wall.clock.fastForward(21_000)
  await expect(wall.getByRole('heading', { name: 'This screen shows nothing any more' })).toBeVisible()

  // Another link in the same window goes on.
  await dialog.getByRole('button', { name: 'Create a link' }).click()
  await page.getByLabel('Name of the screen').fill('Gatehouse')
  await page.keyboard.press('Enter')
  await wall.goto(await link.inputValue())
  await expect(wall.getByRole('heading', { name: 'Nordbygg AS', level: 1 })).toBeVisible()
  expect(failures).toEqual([])
  await screenOf.close()

  // The same screen in the browser of the administrator, which is looked at by axe.
  const own = await context.newPage()
  await own.goto(await link.inputValue())
  await expect(own.getByRole('heading', { name: 'Nordbygg AS', level: 1 })).toBeVisible()
  await own.close()
  await page.goto('/wall')
  await expect(page.getByRole('heading', { name: 'Nordbygg AS', level: 1 })).toBeVisible()
  await expect(page.locator('[data-widget]').first().locator('dd, td, svg').first()).toBeVisible()
  await expectAccessible(page)
  await takePictures(page, 'wall')
  await expectFitsPhone(page)
})
