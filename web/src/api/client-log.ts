import { send } from './send'

/** What the log records of a device: its kind and language, nothing that identifies a person. */
const deviceFingerprint = (device: Pick<Navigator, 'maxTouchPoints' | 'language'>): string =>
  ['web', device.maxTouchPoints > 0 ? 'touch' : 'pointer', device.language].join('; ')

/** An entry of the server's log about this browser (account-portal chapter 7). */
interface ClientLogEntry {
  event: string
  logLevel: 'info' | 'error'
  message: string
}

/**
 * Sends an entry to the server's log, with the path of the page and the kind of device. Resolves to the request id under which the log has
 * it; rejects like {@link send}.
 */
export async function logToServer(entry: ClientLogEntry): Promise<string | undefined> {
  let requestId: string | undefined
  await send({
    method: 'POST',
    address: '/mgw/api/v2/client/log',
    anonymous: true,
    body: { ...entry, route: location.pathname, deviceFingerprint: deviceFingerprint(navigator) },
    onAnswered(id) {
      requestId = id
    },
  })
  return requestId
}
