import { expect } from '@playwright/test'
import { widgetId } from '../server/demo/widgets'
import { noonTimeZone } from '../server/test/noon-time-zone'
import { expectAccessible, expectFitsPhone, expectNoOverflow, takeScreenshots, test } from './fixtures'
import { queryDatabase, signInByApi } from './people'
import { largeScreen, testWallFits, tile } from './wall-screens'

const screen = 'Canteen, north'

test('a board is put on a wall: a screen that nobody signs in at shows it, follows it through a cut of the net, and ends with its link', async ({
  page,
  context,
  server,
  browser,
}) => {
  test.slow()
  const stored = () =>
    queryDatabase(
      server,
      `select customer.name as customer, app_user.email as maker, token.end_reason as reason
       from display_token as token join customer on customer.id = token.customer_id
       join app_user on app_user.id = token.user_id where token.name = $1`,
      [screen],
    )
  const users = async () => {
    const [row] = await queryDatabase(
      server,
      `select count(*) as users from project_member as member join project on project.id = member.project_id
       where project.external_id = 'NB-1987'`,
    )
    return row?.users
  }
  await signInByApi(page, 'anna@nordbygg.example')
  await page.goto('/project-widgets')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Put on a wall' }).click()
  const dialog = page.getByRole('dialog', { name: 'Put on a wall' })
  await expect(dialog.getByText('Site office, harbour')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await page.getByLabel('Name of the screen').fill(screen)
  await page.keyboard.press('Enter')
  const link = page.getByRole('textbox', { name: 'Link', exact: true })
  await expect(link).toHaveValue(/\/wall#lintel_display_[\w-]{43}$/)
  const address = await link.inputValue()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Done', exact: true }).click()
  expect(await stored()).toEqual([{ customer: 'Nordbygg AS', maker: 'anna@nordbygg.example', reason: null }])

  // A browser that has only the link.
  const screenOf = await browser.newContext({
    baseURL: server.url,
    viewport: largeScreen,
    locale: 'en-GB',
    timezoneId: noonTimeZone(),
  })
  const wall = await screenOf.newPage()
  const failures: string[] = []
  wall.on('pageerror', ({ message }) => failures.push(message))
  wall.on('console', (message) => /Content Security Policy/.test(message.text()) && failures.push(message.text()))
  await wall.clock.install()
  // Offline at first: the link is kept and retried automatically.
  const exchange = '**/display-tokens/open'
  await wall.route(exchange, (route) => route.abort())
  await wall.goto(address)
  await expect(wall.getByText('No connection. It is tried again by itself.')).toBeVisible()
  expect(wall.url()).toBe(address)
  await wall.unroute(exchange)
  await wall.clock.fastForward(21_000)
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

  // When a member leaves the project the wall updates by itself. While offline it keeps its data and says so.
  await queryDatabase(
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
  await expect(wall.getByText('No connection. It is tried again by itself.')).toBeVisible()
  await expect(wall.getByText('You are offline.')).toBeHidden()
  await expect(count).toBeVisible()
  const today = /^As of \d\d:\d\d$/
  await expect(wall.getByText(today)).toBeVisible()
  // A day later the numbers show their date.
  await wall.clock.fastForward(26 * 3_600_000)
  await expect(wall.getByText(/^As of \d+ \w+ \d{4}, \d\d:\d\d$/)).toBeVisible()
  await screenOf.setOffline(false)
  await wall.clock.fastForward(21_000)
  await expect(wall.getByText('No connection. It is tried again by itself.')).toHaveCount(0)

  // While the customer does not accept the login method of the link's creator, no number is shown; afterwards the wall continues.
  const setProviders = (providers: string) =>
    queryDatabase(server, 'update customer set providers = $1 where name = $2', [providers, 'Nordbygg AS'])
  await setProviders('{COGNITO_MFA}')
  await wall.clock.fastForward(21_000)
  await expect(wall.getByRole('heading', { name: 'This screen shows nothing at the moment' })).toBeVisible()
  await expect(count).toHaveCount(0)
  await setProviders('{}')
  await wall.clock.fastForward(21_000)
  await expect(count).toHaveText(`${await users()}`)

  // By its cookie alone; on a smaller screen page by page, on a phone too.
  await wall.setViewportSize({ width: 1280, height: 720 })
  const requested: string[][] = []
  wall.on('request', (request) => {
    if (request.url().endsWith('/wall/figures')) requested.push(request.postDataJSON().widgets)
  })
  // Which widgets are shown when an image is requested: noted by the page itself, as an event of the request arrives later.
  await wall.addInitScript(() => {
    const send = window.fetch
    window.fetch = (input, init) => {
      const url = input instanceof Request ? input.url : `${input}`
      const shown = [...document.querySelectorAll<HTMLElement>('[data-widget]')].map((one) => `${one.dataset.widget}`)
      const noted = JSON.parse(sessionStorage.getItem('shownAtImages') ?? '[]')
      if (url.includes('/wall/images/')) sessionStorage.setItem('shownAtImages', JSON.stringify([...noted, shown]))
      return send(input, init)
    }
  })
  const readShownAtImages = (): Promise<string[][]> =>
    wall.evaluate(() => JSON.parse(sessionStorage.getItem('shownAtImages') ?? '[]'))
  await wall.reload()
  await expect(wall.locator('[data-widget]').locator('dd, td').first()).toBeVisible()
  const firstRound = requested.length
  const all = new Set(requested.flat())
  /** The current page number, the number of pages and the widgets of the page, read at one moment. */
  const readShownPage = () =>
    wall.evaluate(() => {
      const [page = 0, pages = 0] = (
        /Page (\d+) of (\d+)/.exec(document.querySelector('header')?.textContent ?? '') ?? []
      )
        .slice(1)
        .map(Number)
      const widgets = [...document.querySelectorAll<HTMLElement>('[data-widget]')].map((one) => `${one.dataset.widget}`)
      return { page, pages, widgets }
    })
  const picture = widgetId('NB-1844', 2)
  const widgetsByPage = new Map<number, string[]>()
  for (let last = await readShownPage(); widgetsByPage.size < last.pages; last = await readShownPage()) {
    widgetsByPage.set(last.page, last.widgets)
    const before = requested.length
    await wall.clock.fastForward(15_000)
    await expect.poll(async () => (await readShownPage()).page).not.toBe(last.page)
    await expect.poll(() => requested.length).toBeGreaterThan(before)
  }
  // All widgets were loaded once, then only those of the current and the next page.
  expect(widgetsByPage.size).toBeGreaterThan(2)
  expect(all).toEqual(new Set([...widgetsByPage.values()].flat()))
  const allowedWidgets = [...widgetsByPage].map(
    ([page, shown]) => new Set([...shown, ...(widgetsByPage.get((page % widgetsByPage.size) + 1) ?? [])]),
  )
  const laterRequests = requested.slice(firstRound)
  expect(laterRequests.length).toBeGreaterThanOrEqual(widgetsByPage.size - 1)
  for (const widgets of laterRequests)
    expect(allowedWidgets.some((ids) => widgets.every((id) => ids.has(id)))).toBe(true)
  expect(allowedWidgets.every(({ size }) => size < all.size)).toBe(true)
  // The image was loaded once, before its page was shown; at once if that is the first page.
  const [shownAtImage = [], ...others] = await readShownAtImages()
  const first = [...widgetsByPage.values()][0] ?? []
  expect([shownAtImage.length > 0, shownAtImage.includes(picture), others]).toEqual([true, first.includes(picture), []])
  await wall.setViewportSize({ width: 360, height: 740 })
  await expectNoOverflow(wall)

  // The screen can only read its numbers: nobody is signed in there.
  await wall.goto('/project-widgets')
  await expect(wall.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await wall.goto('/wall')
  await expect(wall.getByText(/^Page 1 of \d+$/)).toBeVisible()

  await page.getByRole('button', { name: `Revoke: ${screen}` }).click()
  await page
    .getByRole('dialog', { name: 'Revoke this link?' })
    .getByRole('button', { name: 'Revoke', exact: true })
    .click()
  await expect(page.getByText('The link has been revoked.')).toBeVisible()
  await expect(dialog.getByText(screen)).toHaveCount(0)
  expect(await stored()).toEqual([{ customer: 'Nordbygg AS', maker: 'anna@nordbygg.example', reason: 'revoked' }])
  await wall.clock.fastForward(21_000)
  await expect(wall.getByRole('heading', { name: 'This screen shows nothing any more' })).toBeVisible()
  await expect(wall.getByText('Its link was revoked.')).toBeVisible()

  // Another link can be opened in the same window.
  await dialog.getByRole('button', { name: 'Create a link', exact: true }).click()
  await page.getByLabel('Name of the screen').fill('Gatehouse')
  await page.keyboard.press('Enter')
  await wall.goto(await link.inputValue())
  await expect(wall.getByRole('heading', { name: 'Nordbygg AS', level: 1 })).toBeVisible()
  expect(failures).toEqual([])
  await screenOf.close()

  // The same screen in the administrator's browser, checked by axe.
  const own = await context.newPage()
  await own.goto(await link.inputValue())
  await expect(own.getByRole('heading', { name: 'Nordbygg AS', level: 1 })).toBeVisible()
  await own.close()
  await page.goto('/wall')
  await expect(page.getByRole('heading', { name: 'Nordbygg AS', level: 1 })).toBeVisible()
  await expect(page.locator('[data-widget]').first().locator('dd, td, svg').first()).toBeVisible()
  await expectAccessible(page)
  await takeScreenshots(page, 'wall')
  await expectFitsPhone(page)
})

testWallFits(['en-GB', 'de-DE'])
