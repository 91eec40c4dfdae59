import { listDisplayTokens, openDisplay } from '@lintel/contract/identity/display-tokens'
import { readWall, readWallFigures, readWallImage } from '@lintel/contract/projects/wall'
import { afterEach, expect, test } from 'vitest'
import { personId } from '../demo/person-id'
import { widgetId } from '../demo/widgets'
import { actors, nordbygg } from '../test/access/actors'
import { accessWorld } from '../test/access-world'
import { apiClient } from '../test/api-client'
import { browser } from '../test/browser'
import { hashSecret } from './identity/random-secret'
import { routeName } from './platform/route'

const { app, db, routes, accessMatrix, rollBack, commit } = await accessWorld()

const token = 'lintel_display_of_the_canteen'
await db
  .insertInto('display_token')
  .values({
    id: '018cc251-f400-7000-8000-00000000d100',
    customer_id: nordbygg,
    user_id: personId('astrid@nordbygg.example'),
    name: 'Canteen',
    secret_hash: hashSecret(token),
    created_at: new Date().toISOString(),
    expires_at: new Date(Date.now() + 86_400_000).toISOString(),
  })
  .execute()
const screen = browser(app)
const opened = await screen.post(openDisplay.path, { token })
await commit()
afterEach(rollBack)

/** The purpose of a display token, and everything it gives access to. */
const ofWall = [
  `${readWall.method} ${readWall.path}`,
  `${readWallFigures.method} ${readWallFigures.path}`,
  `${readWallImage.method} ${readWallImage.path}`,
  `${openDisplay.method} ${openDisplay.path}`,
]
const nobody = actors.findIndex(({ is }) => is === 'anonymous')
const others = accessMatrix.filter(({ route }) => !ofWall.includes(route))

const bearer = apiClient(app, async () => token)
const unasked = new Set(routes.filter(({ terms }) => terms.ignoresBearer).map(routeName))

test.each(accessMatrix.map((row) => [row.route, row] as const))(
  'D12, G1: %s does not answer a display token as a bearer',
  async (route, { request, statuses }) => {
    const answer = await bearer.inject(request)
    await rollBack()
    if (request.payloadAsStream) answer.stream().destroy()
    expect(answer.statusCode).toBe(unasked.has(route) ? statuses[nobody] : 401)
  },
)

test('D12, G1: in its cookie a display token opens the wall', async () => {
  expect(opened.statusCode).toBe(204)
  expect((await screen.get(readWall.path)).statusCode).toBe(200)
  expect((await screen.post(readWallFigures.path, { widgets: [widgetId('NB-2041', 0)] })).statusCode).toBe(200)
  expect((await screen.get(`${listDisplayTokens.path}?customer=${nordbygg}`)).statusCode).toBe(401)
})

test.each(others.map((row) => [row.route, row] as const))(
  'D12, G1: %s takes who shows a display token in its cookie for nobody',
  async (_, { request, statuses }) => {
    const cookie = [...screen.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { ...request.headers, cookie, 'x-requested-with': 'lintel-web' }
    const answer = await app.inject({ ...request, headers })
    await rollBack()
    if (request.payloadAsStream) answer.stream().destroy()
    expect(answer.statusCode).toBe(statuses[nobody])
  },
)
