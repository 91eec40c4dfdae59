import { currentAuthenticator } from './authenticator'
import { probe } from './connection'
import { CallFailure, NoResponse } from './failure'

/**
 * Downloads a file of our server with the bearer and lets the browser save it under a name; posts `body` if there is one. Fails like {@link
 * fetchFile}; a download that breaks off is not saved.
 */
export const download = async (address: string, name: string, body?: object): Promise<void> =>
  saveFile(await fetchFile(address, body), name)

/** Fetches a file of our server with the bearer; with a body it is posted. Throws {@link CallFailure} or {@link NoResponse} like `send`. */
export const fetchFile = async (address: string, body?: object): Promise<Blob> =>
  (await fetchFileAndHeaders(address, body)).file

/** Like {@link fetchFile}, with the response headers. */
export async function fetchFileAndHeaders(address: string, body?: object): Promise<{ file: Blob; headers: Headers }> {
  const bearer = await currentAuthenticator().bearer()
  const answer = await fetch(address, {
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    headers: {
      'x-requested-with': 'lintel-web',
      ...(body && { 'content-type': 'application/json' }),
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
    },
  }).catch((error: unknown) => {
    void probe()
    throw new NoResponse(error)
  })
  if (answer.status === 401 && bearer !== undefined) currentAuthenticator().onUnauthorized()
  if (!answer.ok) {
    const refusal = await answer.json().catch(() => undefined)
    const requestId = answer.headers.get('x-request-id') ?? undefined
    throw new CallFailure(answer.status, refusal?.errors ?? [], requestId, refusal)
  }
  const file = await answer.blob().catch((error: unknown) => {
    throw new NoResponse(error)
  })
  return { file, headers: answer.headers }
}

/** Lets the browser save a file under a name. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // The browser reads the object URL asynchronously, so it is revoked later.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
