import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server'
import { onCleanup } from './on-cleanup'

/** A mail as the server received it. */
export interface ReceivedMail {
  from: string
  to: string[]
  source: string
}

/** What the server does with each mail: accept it, refuse it with a code, close the connection, or not respond. */
export type SmtpBehaviour =
  | 'takes'
  | { refuses: number; at: 'sender' | 'recipient' | 'content' }
  | 'hangs up'
  | 'falls silent'

/** A real SMTP server for tests; `behaviour` may be changed at any time. */
export interface SmtpServer {
  url: string
  mails: ReceivedMail[]
  /** Delivery attempts, whatever their result. */
  attempts: number
  behaviour: SmtpBehaviour
}

/** Starts an SMTP server on loopback, stopped with the test file. */
export async function startSmtpServer(): Promise<SmtpServer> {
  const state: SmtpServer = { url: '', mails: [], attempts: 0, behaviour: 'takes' }
  const refusal = (code: number) => Object.assign(new Error(`No (${code})`), { responseCode: code })
  const answerEnvelope = (part: 'sender' | 'recipient', callback: (error?: Error) => void) => {
    const { behaviour } = state
    if (typeof behaviour === 'string' || behaviour.at !== part) return callback()
    state.attempts++
    callback(refusal(behaviour.refuses))
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    // Clients that still wait for a response need no time after the test.
    closeTimeout: 100,
    onMailFrom: (_address, _session, callback) => answerEnvelope('sender', callback),
    onRcptTo: (_address, _session, callback) => answerEnvelope('recipient', callback),
    onData(stream: SMTPServerDataStream, session, callback) {
      const { behaviour } = state
      state.attempts++
      let source = ''
      stream.on('data', (bytes) => {
        source += bytes
      })
      stream.on('end', () => {
        if (behaviour === 'falls silent') return
        if (behaviour === 'hangs up') {
          for (const connection of server.connections) connection.close()
          return
        }
        if (behaviour !== 'takes') return callback(refusal(behaviour.refuses))
        const { mailFrom, rcptTo } = session.envelope
        state.mails.push({ from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address), source })
        callback()
      })
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onCleanup(() => new Promise<void>((resolve) => server.close(() => resolve())))
  state.url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  return state
}
