import { currentAuthority } from './authority'
import { probe } from './connection'
import { CallFailure, NoAnswer } from './failure'

/**
 * Fetches a file of our server with the bearer and has the browser save it under a name; with a body it is posted. Fails like
 * {@link fetchFile}; a file that broke off is not saved.
 */
export const download = async (address: string, name: string, body?: object): Promise<void> =>
  saveFile(await fetchFile(address, body), name)

/** Fetches a file of our server with the bearer; with a body it is posted. Throws {@link CallFailure} or {@link NoAnswer} like `send`. */
export const fetchFile = async (address: string, body?: object): Promise<Blob> =>
  (await fetchFileAndHeaders(address, body)).file

/** The same, with what the answer says beside the file. */
export async function fetchFileAndHeaders(address: string, body?: object): Promise<{ file: Blob; headers: Headers }> {
  const bearer = await currentAuthority().bearer()
  const answer = await fetch(address, {
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    headers: {
      'x-requested-with': 'lintel-web',
      ...(body && { 'content-type': 'application/json' }),
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
    },
  }).catch((error: unknown) => {
    void probe()
    throw new NoAnswer(error)
  })
  if (answer.status === 401 && bearer !== undefined) currentAuthority().onUnauthorized()
  if (!answer.ok) {
    const refusal = await answer.json().catch(() => undefined)
    const requestId = answer.headers.get('x-request-id') ?? undefined
    throw new CallFailure(answer.status, refusal?.errors ?? [], requestId, refusal)
  }
  const file = await answer.blob().catch((error: unknown) => {
    throw new NoAnswer(error)
  })
  return { file, headers: answer.headers }
}

/** Has the browser save a file under a name. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // The browser reads the address when it gets to it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
