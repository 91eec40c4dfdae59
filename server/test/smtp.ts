import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server'
import { onCleanup } from './on-cleanup'

/** A mail as the server took it. */
export interface ReceivedMail {
  from: string
  to: string[]
  source: string
}

/** How the server behaves to each mail: takes it, answers with a code, hangs up in the middle, or says nothing. */
export type SmtpBehaviour = 'takes' | { refuses: number; at: 'recipient' | 'content' } | 'hangs up' | 'falls silent'

/** A real SMTP server of the test; `behaviour` may be changed at any time. */
export interface Smtp {
  url: string
  mails: ReceivedMail[]
  /** Attempts to hand over a mail, whatever became of them. */
  attempts: number
  behaviour: SmtpBehaviour
}

/** Starts a server on loopback, ended with the test file. */
export async function smtp(): Promise<Smtp> {
  const state: Smtp = { url: '', mails: [], attempts: 0, behaviour: 'takes' }
  const refusal = (code: number) => Object.assign(new Error(`No (${code})`), { responseCode: code })
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    // Nobody reads on when the test is over: not even those to whom nothing was said.
    closeTimeout: 100,
    onRcptTo(_address, _session, callback) {
      const { behaviour } = state
      if (typeof behaviour === 'string' || behaviour.at !== 'recipient') return callback()
      state.attempts++
      callback(refusal(behaviour.refuses))
    },
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
