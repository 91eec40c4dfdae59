import { listDisplayTokens, openDisplay } from '@lintel/contract/identity/display-tokens'
import { type CallAnswer, callAddress } from '@lintel/contract/jsonapi/call'
import { readWall, readWallImage } from '@lintel/contract/projects/wall'
import { queryOptions } from '@tanstack/react-query'
import { ask } from '../../../api/ask'
import { fetchFile } from '../../../api/download'
import { CallFailure, failedWith } from '../../../api/failure'
import { dataAddress } from '../image-calls'
import { wallToken } from './wall-token'

/** How often a wall is read again, in milliseconds. */
const refreshMs = 20_000

/** A widget of a wall. */
export type WallWidget = CallAnswer<typeof readWall>['widgets'][number]

/** The display token ended, or there is none: asking again changes nothing. */
export const isEnded = (error: unknown): boolean =>
  failedWith(error, 'sessionExpired') || failedWith(error, 'notSignedIn')

/** The customer admits the maker's login method no longer: nothing is shown until it does again. */
export const isShut = (error: unknown): boolean => failedWith(error, 'loginMethodRequired')

/** Why a display token ended, as the server says it to whoever holds its secret; undefined where it does not know the token. */
export const endReason = (error: unknown): unknown =>
  error instanceof CallFailure ? error.problems[0]?.meta?.reason : undefined

/** Read again and again, also where nobody looks at the window, until the display token ends. */
export const refreshed = {
  staleTime: 0,
  refetchInterval: ({ state }: { state: { error: unknown } }) => (isEnded(state.error) ? false : refreshMs),
  refetchIntervalInBackground: true,
  refetchOnReconnect: true,
} as const

/** By which the figures of a wall are kept. */
export const figuresKey = ['wall', 'figures']

/** The wall that this browser's display token opens. Fails like `ask`. */
export const wall = queryOptions({
  ...refreshed,
  queryKey: ['wall'],
  async queryFn({ client, signal }) {
    if (wallToken.held !== undefined) {
      await ask(openDisplay, { body: { token: wallToken.held }, anonymous: true })
      wallToken.held = undefined
      // What was answered to the link before, also that it has ended, says nothing of this one.
      client.removeQueries({ queryKey: figuresKey })
      history.replaceState(history.state, '', location.pathname)
    }
    return ask(readWall, { anonymous: true, signal })
  },
})

/** An image of the wall. What an id stands for never changes. */
export const wallImage = (id: string) =>
  queryOptions({
    queryKey: ['wall', 'image', id],
    queryFn: () => fetchFile(callAddress(readWallImage, { id })).then(dataAddress),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The display tokens of a customer. Fails like `ask`. */
export const displayTokensOf = (customer: string) =>
  queryOptions({
    queryKey: ['display-tokens', customer],
    queryFn: ({ signal }) => ask(listDisplayTokens, { query: { customer }, signal }),
  })
