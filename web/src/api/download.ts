import { sendAndRead } from './send'

/**
 * Downloads a file of our server with the bearer and lets the browser save it under a name; posts `body` if there is one. Fails like {@link
 * fetchFileAndHeaders}; a download that breaks off is not saved.
 */
export const download = async (address: string, name: string, body?: object): Promise<void> =>
  saveFile((await fetchFileAndHeaders(address, body)).file, name)

/** Fetches a file of our server, with the bearer unless it is read anonymously. Fails like {@link sendAndRead}. */
export const fetchFile = (address: string, { anonymous = false } = {}): Promise<Blob> =>
  sendAndRead({ method: 'GET', address, anonymous, accept: '*/*' }, (answer) => answer.blob())

/** Fetches a file and the response headers, with the bearer; with a body it is posted. Fails like {@link sendAndRead}. */
export const fetchFileAndHeaders = (address: string, body?: object): Promise<{ file: Blob; headers: Headers }> =>
  sendAndRead({ method: body ? 'POST' : 'GET', address, body, accept: '*/*' }, async (answer) => ({
    file: await answer.blob(),
    headers: answer.headers,
  }))

/** Lets the browser save a file under a name. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // The browser reads the object URL asynchronously, so it is revoked later.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
