import { listDisplayTokens, openDisplay } from '@lintel/contract/identity/display-tokens'
import { type CallAnswer, callAddress } from '@lintel/contract/jsonapi/call'
import { readWall, readWallImage } from '@lintel/contract/projects/wall'
import { queryOptions } from '@tanstack/react-query'
import { ask } from '../../../api/ask'
import { fetchFile } from '../../../api/download'
import { CallFailure, failedWith } from '../../../api/failure'
import { send } from '../../../api/send'
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

const wallKey = ['wall']

/** By which the figures of a wall are kept. */
export const figuresKey = ['wall', 'figures']

/** A wall as it was read last, with its entity tag. */
type ReadWall = CallAnswer<typeof readWall> & { etag: string | null }

/** Reads the wall; where the server says that it is still the one that is known, that one itself, so that nothing is drawn again. */
async function readUnlessKnown(known: ReadWall | undefined, signal: AbortSignal): Promise<ReadWall> {
  let etag: string | null = null
  const answer = await send({
    method: readWall.method,
    address: callAddress(readWall),
    anonymous: true,
    signal,
    async transport(address, request) {
      const headers = new Headers(request.headers)
      if (known?.etag) headers.set('if-none-match', known.etag)
      const response = await fetch(address, { ...request, headers })
      etag = response.headers.get('etag')
      return response.status === 304 ? new Response(null, { status: 200 }) : response
    },
  })
  if (answer === undefined && known) return known
  return { ...(answer as CallAnswer<typeof readWall>), etag }
}

/** The wall that this browser's display token opens. Fails like `ask`. */
export const wall = queryOptions({
  ...refreshed,
  queryKey: wallKey,
  async queryFn({ client, signal }): Promise<ReadWall> {
    if (wallToken.held !== undefined) {
      await ask(openDisplay, { body: { token: wallToken.held }, anonymous: true })
      wallToken.held = undefined
      // What was answered to the link before, also that it has ended, says nothing of this one.
      client.removeQueries({ queryKey: figuresKey })
      history.replaceState(history.state, '', location.pathname)
    }
    return readUnlessKnown(client.getQueryData<ReadWall>(wallKey), signal)
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
