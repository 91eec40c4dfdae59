import { listDisplayTokens, openDisplay } from '@lintel/contract/identity/display-tokens'
import { type CallAnswer, callAddress } from '@lintel/contract/jsonapi/call'
import { readWall, readWallImage } from '@lintel/contract/projects/wall'
import { queryOptions } from '@tanstack/react-query'
import { callApi } from '../../../api/call-api'
import { fetchFile } from '../../../api/download'
import { CallFailure, failedWith } from '../../../api/failure'
import { send } from '../../../api/send'
import { dataAddress } from '../image-calls'
import { wallToken } from './wall-token'

/** Polling interval of the wall in milliseconds. */
const refreshMs = 20_000

/** A widget of a wall. */
export type WallWidget = CallAnswer<typeof readWall>['widgets'][number]

/** The display token has ended or is missing: retrying does not help. */
export const isEnded = (error: unknown): boolean =>
  failedWith(error, 'sessionExpired') || failedWith(error, 'notSignedIn')

/** The customer no longer accepts the login method of the link's creator: nothing is shown until it does again. */
export const isLoginMethodRefused = (error: unknown): boolean => failedWith(error, 'loginMethodRequired')

/** Why a display token ended, as the server tells the holder of its secret; undefined for an unknown token. */
export const endReason = (error: unknown): unknown =>
  error instanceof CallFailure ? error.problems[0]?.meta?.reason : undefined

/** Polls until the display token ends, also while the window is in the background. */
export const pollingOptions = {
  staleTime: 0,
  refetchInterval: ({ state }: { state: { error: unknown } }) => (isEnded(state.error) ? false : refreshMs),
  refetchIntervalInBackground: true,
  refetchOnReconnect: true,
} as const

const wallKey = ['wall']

/** Query key of the figures of a wall. */
export const figuresKey = ['wall', 'figures']

/** The last loaded wall with its entity tag. */
type WallSnapshot = CallAnswer<typeof readWall> & { etag: string | null }

/** Reads the wall; on 304 Not Modified it returns the known object, so that nothing is rendered again. */
async function readWallIfChanged(known: WallSnapshot | undefined, signal: AbortSignal): Promise<WallSnapshot> {
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

/** Query for the wall of this browser's display token. Fails like `callApi`. */
export const wall = queryOptions({
  ...pollingOptions,
  queryKey: wallKey,
  async queryFn({ client, signal }): Promise<WallSnapshot> {
    if (wallToken.value !== undefined) {
      await callApi(openDisplay, { body: { token: wallToken.value }, anonymous: true })
      wallToken.value = undefined
      // Responses for an earlier link do not apply to this one.
      client.removeQueries({ queryKey: figuresKey })
      history.replaceState(history.state, '', location.pathname)
    }
    return readWallIfChanged(client.getQueryData<WallSnapshot>(wallKey), signal)
  },
})

/** Query for an image of the wall, which the display token opens. The content of an id never changes; one that failed is polled for. */
export const wallImage = (id: string) =>
  queryOptions({
    queryKey: ['wall', 'image', id],
    queryFn: () => fetchFile(callAddress(readWallImage, { id }), { anonymous: true }).then(dataAddress),
    ...pollingOptions,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }: { state: { data: unknown; error: unknown } }) =>
      state.data === undefined && pollingOptions.refetchInterval({ state }),
  })

/** Query for the display tokens of a customer. Fails like `callApi`. */
export const displayTokensQuery = (customer: string) =>
  queryOptions({
    queryKey: ['display-tokens', customer],
    queryFn: ({ signal }) => callApi(listDisplayTokens, { query: { customer }, signal }),
  })
