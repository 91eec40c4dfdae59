/// <reference lib="dom" />
import { type Browser, expect, type Page } from '@playwright/test'
import fc from 'fast-check'
import { toRequest } from '../contract/src/jsonapi/document'
import { projectMembers } from '../contract/src/people/members'
import { browserFlags, installedTestBrowser } from '../scripts/find-browser.mjs'
import { onDatabase } from './people'
import type { ProductServer } from './server'
import { grid, openUsers, press } from './users-grid'
import { ask, test } from './visit'

/** Actions of one run, many more in the long run; `LINTEL_RANDOM_ACTIONS` says how many, `LINTEL_SEED` walks a run once more. */
const usualActions = process.env.LINTEL_TESTS === 'long' ? 500 : 30
const actions = Number(process.env.LINTEL_RANDOM_ACTIONS ?? usualActions)
const seed = Number(process.env.LINTEL_SEED ?? Date.now() % 2_147_483_647)

const searches = ['@elektro', 'haddad @elektro', 'sa', '@kozo']
const levels = [20, 15, 10] as const

const action = fc.record({
  window: fc.nat(1),
  does: fc.constantFrom(
    ...([
      'sort',
      'search',
      'cell',
      'cell',
      'range',
      'range',
      'change',
      'change',
      'change',
      'undo',
      'redo',
      'add',
    ] as const),
  ),
  at: fc.nat(1_000),
  level: fc.constantFrom(...levels),
})

/** The levels that are stored in the projects in sight, by project name and email. */
type Stored = Map<string, number>

async function storedIn(product: ProductServer): Promise<Stored> {
  const rows = await onDatabase(
    product,
    `select project.name || ' ' || person.email as cell, member.privilege_level::text as level
     from project_member as member join app_user as person on person.id = member.user_id
     join project on project.id = member.project_id where project.name like '%Hall%'`,
  )
  return new Map(rows.map(({ cell = '', level }) => [cell, Number(level)]))
}

/** What has become different, cell by cell. */
const difference = (before: Stored, after: Stored): Stored =>
  new Map(
    [...new Set([...before.keys(), ...after.keys()])].flatMap((cell): [string, number][] =>
      before.get(cell) === after.get(cell) ? [] : [[cell, after.get(cell) ?? 0]],
    ),
  )

/** High enough to draw everybody whom a search finds, in pixels: what is selected out of sight is changed as well. */
const allInSight = { width: 1_280, height: 6_000 }

/** The highlighted cells of projects as they are drawn: all that are selected, or the active one. */
const highlighted = (page: Page) =>
  grid(page).evaluate((element) => {
    if (element.scrollHeight > element.clientHeight) throw new Error('There are rows out of sight')
    const marked = [...element.querySelectorAll('[data-row] [data-range]')]
    const cells = marked.length > 0 ? marked : [...element.querySelectorAll('[data-row] [data-active]')]
    return cells.flatMap((cell) => {
      const column = cell.getAttribute('aria-colindex')
      const email = cell.closest('[data-row]')?.querySelector('[aria-colindex="3"]')?.textContent
      const heading = element.querySelector(`[data-heading][aria-colindex="${column}"]`)?.getAttribute('title') ?? ''
      if (!email || Number(column) < 5) return []
      const [project] = heading.split(' · ')
      return [{ cell: `${project} ${email}`, isLocked: cell.hasAttribute('data-locked') }]
    })
  })

/** Another browser, with a window of its own: it shares nothing with the first but the server. */
async function secondBrowser(first: Browser, baseURL: string | undefined): Promise<{ page: Page; browser: Browser }> {
  const executablePath = installedTestBrowser()
  const browser = await first.browserType().launch({ ...(executablePath && { executablePath }), args: browserFlags })
  const context = await browser.newContext({ ...(baseURL && { baseURL }), locale: 'en-GB' })
  const page = await context.newPage()
  await openUsers(page, '@elektro')
  return { page, browser }
}

/** What a step of a window has changed: by cell, what it was before and after. */
interface Step {
  before: Stored
  after: Stored
}

const answered = (page: Page, path: RegExp) =>
  page.waitForResponse((answer) => path.test(answer.url()) && answer.request().method() === 'POST')

test('two grids, sorted, searched, changed and undone at random: what is stored is what was highlighted', async ({
  page,
  browser,
  baseURL,
  server,
}) => {
  test.setTimeout(120_000 + actions * 10_000)
  process.stdout.write(`seed ${seed}, ${actions} actions\n`)
  await openUsers(page, '@elektro')
  const second = await secondBrowser(browser, baseURL)
  const windows = [page, second.page] as const
  for (const each of windows) {
    await each.setViewportSize(allInSight)
    await each.getByLabel('Search projects').fill('Hall')
    await expect(grid(each).getByRole('columnheader', { name: 'Hamar Concert Hall' })).toBeVisible()
  }
  /** What each window has done and what it has undone since, the last one last. */
  const done: Step[][] = [[], []]
  const undone: Step[][] = [[], []]
  const walked: string[] = []
  let changes = 0

  for (const { window, does, at, level } of fc.sample(action, { seed, numRuns: actions })) {
    const own = windows[window] ?? page
    const steps = done[window] ?? []
    const back = undone[window] ?? []
    const before = await storedIn(server)
    const rows = await grid(own).locator('[data-row]').count()
    const cellAt = (row: number, column: number) =>
      grid(own).locator(`[data-row="${row % Math.max(1, Math.min(rows, 10))}"] [aria-colindex="${5 + (column % 2)}"]`)
    walked.push(`${window} ${does} ${at} ${level}`)
    const where = () => `seed ${seed}: ${walked.join(', ')}`

    if (does === 'sort') await press(grid(own).locator(`[data-heading="${[1, 2, 4, 5][at % 4]}"]`))
    else if (does === 'search') {
      const text = searches[at % searches.length] ?? ''
      await own.getByLabel('Search users').fill(text)
      // The rows change after a pause: what is counted and pressed next is one of the new ones.
      await expect(own).toHaveURL((url) => (url.searchParams.get('user') ?? '') === text)
    } else if (does === 'cell' && rows > 0) await cellAt(at, at).click()
    else if (does === 'range' && rows > 0) {
      await cellAt(at, at).click()
      await cellAt(at + 3, at + 1).click({ modifiers: ['Shift'] })
    } else if (does === 'add') {
      const person = `${'amz'.charAt(at % 3)}${walked.length}.${seed}@elektro.example`
      const draft = { project: await projectOf(server), user: person, privilegeLevel: 10 as const, providers: [] }
      const answer = await ask(page, 'POST', projectMembers.path, toRequest(projectMembers, draft).data)
      expect(answer.ok()).toBe(true)
    } else if (does === 'undo') {
      const step = steps.pop()
      await grid(own).focus()
      const answer = step && answered(own, /\/undo$/)
      await own.keyboard.press('Control+z')
      if (!step || !answer) continue
      const status = (await answer).status()
      if (status === 409) {
        await expect(own.getByRole('dialog')).toBeVisible()
        await own.keyboard.press('Escape')
      }
      await expect(own.getByRole('dialog')).toHaveCount(0)
      const now = difference(before, await storedIn(server))
      for (const [cell, value] of now) expect([cell, value], where()).toEqual([cell, step.before.get(cell)])
      if (status !== 409) expect([...now.keys()].toSorted(), where()).toEqual([...step.before.keys()].toSorted())
      // What was asked about and let be is still done.
      if (status === 409) steps.push(step)
      else back.push(step)
    } else if (does === 'redo') {
      const step = back.pop()
      await grid(own).focus()
      const answer = step && answered(own, /\/change-sets$/)
      await own.keyboard.press('Control+Shift+z')
      if (!step || !answer) continue
      const { data } = await (await answer).json()
      const isApplied = data.attributes.state === 'applied'
      if (!isApplied) {
        // Somebody else has been there since: it is previewed, and here let be.
        await expect(own.getByRole('dialog')).toBeVisible()
        await own.keyboard.press('Escape')
        await expect(own.getByRole('dialog')).toHaveCount(0)
      }
      const now = difference(before, await storedIn(server))
      expect(sortedCells(now), where()).toEqual(isApplied ? sortedCells(step.after) : [])
      if (isApplied) steps.push(step)
    } else if (does === 'change') {
      await grid(own).focus()
      const cells = await highlighted(own)
      const free = cells.filter(({ isLocked }) => !isLocked).map(({ cell }) => cell)
      if (free.length === 0) continue
      await own.keyboard.press('Enter')
      if (cells.length === 1) {
        const option = own.getByRole('menu').locator(`[data-key="${level}"]`)
        const isSame = (await option.getAttribute('aria-checked')) === 'true'
        const answer = isSame ? undefined : answered(own, /\/change-sets$/)
        await option.click()
        await answer
      } else {
        await own.getByRole('dialog').getByRole('radio').nth(levels.indexOf(level)).check()
        await own.keyboard.press('Enter')
        const apply = own.getByRole('dialog').getByRole('button', { name: 'Change roles' })
        const nothing = own.getByText('No changes').first()
        await expect(apply.or(nothing).first()).toBeVisible()
        if (await apply.isVisible()) await apply.click()
        else await own.keyboard.press('Escape')
        await expect(own.getByRole('dialog')).toHaveCount(0)
      }
      const after = await storedIn(server)
      const now = difference(before, after)
      for (const cell of now.keys()) expect(free, where()).toContain(cell)
      for (const value of now.values()) expect(value, where()).toBe(level)
      if (now.size === 0) continue
      // A cell of which this window had not heard yet may be refused: then none of it is stored.
      for (const cell of free) expect([cell, after.get(cell)], where()).toEqual([cell, level])
      steps.push({ before: new Map([...now.keys()].map((cell) => [cell, before.get(cell) ?? 0])), after: now })
      back.length = 0
      changes += now.size
    }
  }
  process.stdout.write(`${changes} cells changed\n`)
  expect(changes).toBeGreaterThan(0)
  await second.browser.close()
})

const sortedCells = (cells: Stored) => [...cells].toSorted(([one], [other]) => one.localeCompare(other))

async function projectOf(product: ProductServer): Promise<string> {
  const [row] = await onDatabase(product, "select id::text from project where name like 'Hamar Concert Hall%'")
  return row?.id ?? ''
}
