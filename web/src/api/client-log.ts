import { send } from './send'

/** What the log learns of a device: its kind and language, nothing that tells one person from another. */
const deviceFingerprint = (device: Pick<Navigator, 'maxTouchPoints' | 'language'>): string =>
  ['web', device.maxTouchPoints > 0 ? 'touch' : 'pointer', device.language].join('; ')

/** An entry of the server's log about this browser (account-portal chapter 7). */
interface ClientLogEntry {
  event: string
  logLevel: 'info' | 'error'
  message: string
}

/** Sends an entry to the server's log, with the path of the page and the kind of device; rejects as {@link send} does. */
export const logToServer = (entry: ClientLogEntry): Promise<unknown> =>
  send({
    method: 'POST',
    address: '/mgw/api/v2/client/log',
    anonymous: true,
    body: { ...entry, route: location.pathname, deviceFingerprint: deviceFingerprint(navigator) },
  })
