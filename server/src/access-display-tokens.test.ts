import { listDisplayTokens, openDisplay } from '@lintel/contract/identity/display-tokens'
import { readWall, readWallFigures, readWallImage } from '@lintel/contract/projects/wall'
import { afterEach, expect, test } from 'vitest'
import { personId } from '../demo/person-id'
import { widgetId } from '../demo/widgets'
import { actors, nordbygg } from '../test/access/asked'
import { accessWorld } from '../test/access-world'
import { browser } from '../test/browser'
import { visitor } from '../test/visitor'
import { hashOf } from './identity/own-secret'
import { routeName } from './platform/route'

const { app, db, routes, accessMatrix, rewind, keep } = await accessWorld()

const token = 'lintel_display_of_the_canteen'
await db
  .insertInto('display_token')
  .values({
    id: '018cc251-f400-7000-8000-00000000d100',
    customer_id: nordbygg,
    user_id: personId('astrid@nordbygg.example'),
    name: 'Canteen',
    secret_hash: hashOf(token),
    created_at: new Date().toISOString(),
    expires_at: new Date(Date.now() + 86_400_000).toISOString(),
  })
  .execute()
await keep()
afterEach(rewind)

/** What a display token is for, and all that it opens. */
const ofWall = [
  `${readWall.method} ${readWall.path}`,
  `${readWallFigures.method} ${readWallFigures.path}`,
  `${readWallImage.method} ${readWallImage.path}`,
  `${openDisplay.method} ${openDisplay.path}`,
]
const nobody = actors.findIndex(({ is }) => is === 'anonymous')
const others = accessMatrix.filter(({ route }) => !ofWall.includes(route))

test('D12, G1: as a bearer a display token is answered by no route', async () => {
  const bearer = visitor(app, async () => token)
  const unasked = new Set(routes.filter(({ terms }) => terms.ignoresBearer).map(routeName))
  const wrong: string[] = []
  for (const { route, request, statuses } of accessMatrix) {
    const answer = await bearer.inject(request)
    await rewind()
    if (request.payloadAsStream) answer.stream().destroy()
    const expected = unasked.has(route) ? statuses[nobody] : 401
    if (answer.statusCode !== expected) wrong.push(`${route}: ${answer.statusCode}`)
  }
  expect(wrong).toEqual([])
})

test('D12, G1: in its cookie a display token opens the wall, and makes nobody of who asks for anything else', async () => {
  const screen = browser(app)
  expect((await screen.post(openDisplay.path, { token })).statusCode).toBe(204)
  await keep()
  expect((await screen.get(readWall.path)).statusCode).toBe(200)
  expect((await screen.post(readWallFigures.path, { widgets: [widgetId('NB-2041', 0)] })).statusCode).toBe(200)
  expect((await screen.get(`${listDisplayTokens.path}?customer=${nordbygg}`)).statusCode).toBe(401)
  const cookie = [...screen.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const wrong: string[] = []
  for (const { route, request, statuses } of others) {
    const headers = { ...request.headers, cookie, 'x-requested-with': 'lintel-web' }
    const answer = await app.inject({ ...request, headers })
    await rewind()
    if (request.payloadAsStream) answer.stream().destroy()
    if (answer.statusCode !== statuses[nobody]) wrong.push(`${route}: ${answer.statusCode}`)
  }
  expect(wrong).toEqual([])
})
