/// <reference lib="dom" />
import { type Browser, expect, type Page, type Response } from '@playwright/test'
import fc from 'fast-check'
import { toRequest } from '../contract/src/jsonapi/document'
import type { ChangeSet } from '../contract/src/people/change-sets'
import { projectMembers } from '../contract/src/people/members'
import { browserFlags, installedTestBrowser } from '../scripts/find-browser.mjs'
import { sendToApi, test } from './fixtures'
import { queryDatabase } from './people'
import type { ProductServer } from './server'
import { grid, openUsers, pressHeading } from './users-grid'

/** Number of actions in one run, more in the long run; set by `LINTEL_RANDOM_ACTIONS`. `LINTEL_SEED` repeats a run. */
const defaultActions = process.env.LINTEL_TESTS === 'long' ? 500 : 30
const actions = Number(process.env.LINTEL_RANDOM_ACTIONS ?? defaultActions)
const seed = Number(process.env.LINTEL_SEED ?? Date.now() % 2_147_483_647)

const searches = ['@elektro', 'haddad @elektro', 'sa', '@kozo']
const levels = [20, 15, 10] as const

const action = fc.record({
  window: fc.nat(1),
  kind: fc.constantFrom(
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

/** Stored levels in the visible projects, by project name and email. */
type Stored = Map<string, number>

async function readStored(product: ProductServer): Promise<Stored> {
  const rows = await queryDatabase(
    product,
    `select project.name || ' ' || person.email as cell, member.privilege_level::text as level
     from project_member as member join app_user as person on person.id = member.user_id
     join project on project.id = member.project_id where project.name like '%Hall%'`,
  )
  return new Map(rows.map(({ cell = '', level }) => [cell, Number(level)]))
}

/** Cells whose values differ. */
const difference = (before: Stored, after: Stored): Stored =>
  new Map(
    [...new Set([...before.keys(), ...after.keys()])].flatMap((cell): [string, number][] =>
      before.get(cell) === after.get(cell) ? [] : [[cell, after.get(cell) ?? 0]],
    ),
  )

/** Tall enough to render every search result, because selected rows out of view are changed as well. In pixels. */
const tallWindow = { width: 1_280, height: 6_000 }

/** The highlighted project cells as rendered: all selected cells, or the active one. */
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

/** Starts a separate browser with one window, which shares only the server with the first. */
async function secondBrowser(first: Browser, baseURL: string | undefined): Promise<{ page: Page; browser: Browser }> {
  const executablePath = installedTestBrowser()
  const browser = await first.browserType().launch({ ...(executablePath && { executablePath }), args: browserFlags })
  const context = await browser.newContext({ ...(baseURL && { baseURL }), locale: 'en-GB' })
  const page = await context.newPage()
  await openUsers(page, '@elektro')
  return { page, browser }
}

/** Cells changed by one step of a window, with their values before and after. */
interface Step {
  before: Stored
  after: Stored
}

const waitForPost = (page: Page, path: RegExp) =>
  page.waitForResponse((response) => path.test(response.url()) && response.request().method() === 'POST')

/** What became of a requested change, by the server's response; undefined if somebody else has changed a cell since. */
async function outcomeOf(answering: Promise<Response>): Promise<Pick<ChangeSet, 'state' | 'summary'> | undefined> {
  const response = await answering
  if (response.status() === 412) return undefined
  expect(response.ok(), `${response.status()} ${await response.text()}`).toBe(true)
  const body = await response.json()
  return body.data?.attributes ?? body
}

/** Gives the highlighted cells a role. True if the server says that all of them have it. */
async function changeRoles(page: Page, level: (typeof levels)[number], isOne: boolean): Promise<boolean> {
  await page.keyboard.press('Enter')
  if (isOne) {
    const option = page.getByRole('menu').locator(`[data-key="${level}"]`)
    const isSame = (await option.getAttribute('aria-checked')) === 'true'
    const answering = isSame ? undefined : waitForPost(page, /\/change-sets$/)
    await option.click()
    const outcome = answering && (await outcomeOf(answering))
    return outcome?.state === 'applied' && outcome.summary.conflict === 0
  }
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio').nth(levels.indexOf(level)).check()
  const planning = waitForPost(page, /\/change-sets$/)
  await page.keyboard.press('Enter')
  let outcome = await outcomeOf(planning)
  const hasChanges = outcome !== undefined && outcome.summary.change > 0
  if (hasChanges) {
    const applying = waitForPost(page, /\/apply$/)
    await dialog.getByRole('button', { name: /^Apply \d/ }).click()
    outcome = await outcomeOf(applying)
  } else {
    // The form returns, or the preview shows the conflicts. Toasts, also earlier ones, are outside the forms.
    const nothing = dialog.locator('form').getByText('No changes', { exact: true })
    await expect(dialog.getByRole('radio').or(nothing).first()).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()
  }
  await expect(dialog).toHaveCount(0)
  return outcome?.summary.conflict === 0 && (outcome.state === 'applied' || !hasChanges)
}

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
    await each.setViewportSize(tallWindow)
    await each.getByLabel('Search projects').fill('Hall')
    await expect(grid(each).getByRole('columnheader', { name: 'Hamar Concert Hall' })).toBeVisible()
  }
  /** Steps done by each window and not undone, and those undone since; most recent last. */
  const done: Step[][] = [[], []]
  const undone: Step[][] = [[], []]
  const actionLog: string[] = []
  let changes = 0

  for (const { window, kind, at, level } of fc.sample(action, { seed, numRuns: actions })) {
    const activePage = windows[window] ?? page
    const steps = done[window] ?? []
    const back = undone[window] ?? []
    const before = await readStored(server)
    const rows = await grid(activePage).locator('[data-row]').count()
    const cellAt = (row: number, column: number) =>
      grid(activePage).locator(
        `[data-row="${row % Math.max(1, Math.min(rows, 10))}"] [aria-colindex="${5 + (column % 2)}"]`,
      )
    actionLog.push(`${window} ${kind} ${at} ${level}`)
    const trace = () => `seed ${seed}: ${actionLog.join(', ')}`

    if (kind === 'sort') await pressHeading(grid(activePage).locator(`[data-heading="${[1, 2, 4, 5][at % 4]}"]`))
    else if (kind === 'search') {
      const text = searches[at % searches.length] ?? ''
      await activePage.getByLabel('Search users').fill(text)
      // Rows are updated after a debounce; the next action must use the new ones.
      await expect(activePage).toHaveURL((url) => (url.searchParams.get('user') ?? '') === text)
    } else if (kind === 'cell' && rows > 0) await cellAt(at, at).click()
    else if (kind === 'range' && rows > 0) {
      await cellAt(at, at).click()
      await cellAt(at + 3, at + 1).click({ modifiers: ['Shift'] })
    } else if (kind === 'add') {
      const person = `${'amz'.charAt(at % 3)}${actionLog.length}.${seed}@elektro.example`
      const draft = { project: await projectOf(server), user: person, privilegeLevel: 10 as const, providers: [] }
      const response = await sendToApi(page, 'POST', projectMembers.path, toRequest(projectMembers, draft).data)
      expect(response.ok()).toBe(true)
    } else if (kind === 'undo') {
      const step = steps.pop()
      await grid(activePage).focus()
      const response = step && waitForPost(activePage, /\/undo$/)
      await activePage.keyboard.press('Control+z')
      if (!step || !response) continue
      const status = (await response).status()
      if (status === 409) {
        await expect(activePage.getByRole('dialog')).toBeVisible()
        await activePage.keyboard.press('Escape')
      }
      await expect(activePage.getByRole('dialog')).toHaveCount(0)
      const now = difference(before, await readStored(server))
      for (const [cell, value] of now) expect([cell, value], trace()).toEqual([cell, step.before.get(cell)])
      if (status !== 409) expect([...now.keys()].toSorted(), trace()).toEqual([...step.before.keys()].toSorted())
      // A step that was not undone after the confirmation dialog is still done.
      if (status === 409) steps.push(step)
      else back.push(step)
    } else if (kind === 'redo') {
      const step = back.pop()
      await grid(activePage).focus()
      const response = step && waitForPost(activePage, /\/change-sets$/)
      await activePage.keyboard.press('Control+Shift+z')
      if (!step || !response) continue
      const { data } = await (await response).json()
      const isApplied = data.attributes.state === 'applied'
      if (!isApplied) {
        // Another window has changed the cells since: the redo is previewed, and cancelled here.
        await expect(activePage.getByRole('dialog')).toBeVisible()
        await activePage.keyboard.press('Escape')
        await expect(activePage.getByRole('dialog')).toHaveCount(0)
      }
      const now = difference(before, await readStored(server))
      expect(sortedCells(now), trace()).toEqual(isApplied ? sortedCells(step.after) : [])
      if (isApplied) steps.push(step)
      else if (data.attributes.summary.change > 0) back.push(step)
    } else if (kind === 'change') {
      await grid(activePage).focus()
      const cells = await highlighted(activePage)
      const editable = cells.filter(({ isLocked }) => !isLocked).map(({ cell }) => cell)
      if (editable.length === 0) continue
      const isComplete = await changeRoles(activePage, level, cells.length === 1)
      const after = await readStored(server)
      const now = difference(before, after)
      for (const cell of now.keys()) expect(editable, trace()).toContain(cell)
      for (const value of now.values()) expect(value, trace()).toBe(level)
      // If another window changed a cell and this one had not received it yet, the change may be rejected; then nothing is stored.
      if (!isComplete && now.size === 0) continue
      const differing = editable.filter((cell) => before.get(cell) !== level)
      expect([...now.keys()].toSorted(), trace()).toEqual(differing.toSorted())
      if (now.size === 0) continue
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
  const [row] = await queryDatabase(product, "select id::text from project where name like 'Hamar Concert Hall%'")
  return row?.id ?? ''
}
