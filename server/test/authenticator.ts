import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** A WebAuthn authenticator built on Node's crypto: it creates passkeys and signs with them as a device does. */
export interface Authenticator {
  credentialId: string
  /** The signature counter; a device without one reports zero. */
  counter: number
  /** Whether the device verifies its user (fingerprint, PIN). */
  verifiesUser: boolean
  register(options: { challenge: string; user: { id: string } }, at: PageOrigin): RegistrationResponse
  sign(options: { challenge: string }, at: PageOrigin): AuthenticationResponse
}

/** The origin on which it is used. */
export interface PageOrigin {
  origin: string
  host: string
}

type RegistrationResponse = ReturnType<typeof registration>
type AuthenticationResponse = ReturnType<typeof authentication>

const flags = { userPresent: 0x01, userVerified: 0x04, attestedData: 0x40 }
const base64 = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url')
const hash = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()

export function authenticator({ counts = false }: { counts?: boolean } = {}): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  let userHandle = ''
  const device: Authenticator = {
    credentialId: base64(id),
    counter: 0,
    verifiesUser: true,
    register: ({ challenge, user }, at) => {
      userHandle = user.id
      const key = map([
        [1, integer(2)],
        [3, integer(-7)],
        [-1, integer(1)],
        [-2, bytes(Buffer.from(x, 'base64url'))],
        [-3, bytes(Buffer.from(y, 'base64url'))],
      ])
      const attested = Buffer.concat([Buffer.alloc(16), lengthOf(id), id, key])
      const data = Buffer.concat([head(at, flags.attestedData), attested])
      return registration(device.credentialId, clientData('webauthn.create', challenge, at), data)
    },
    sign: ({ challenge }, at) => {
      if (counts) device.counter++
      const data = head(at, 0)
      const client = clientData('webauthn.get', challenge, at)
      const signature = sign('sha256', Buffer.concat([data, hash(client)]), privateKey)
      return authentication(device.credentialId, { client, data, signature, userHandle })
    },
  }
  const head = ({ host }: PageOrigin, more: number) => {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(device.counter)
    const flagBits = flags.userPresent | (device.verifiesUser ? flags.userVerified : 0) | more
    return Buffer.concat([hash(host), Buffer.from([flagBits]), counter])
  }
  return device
}

const clientData = (type: string, challenge: string, { origin }: PageOrigin) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

const credential = (id: string) => ({ id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} })

const registration = (id: string, client: Buffer, data: Buffer) => ({
  ...credential(id),
  response: {
    clientDataJSON: base64(client),
    attestationObject: base64(
      map([
        ['fmt', text('none')],
        ['attStmt', map([])],
        ['authData', bytes(data)],
      ]),
    ),
    transports: ['internal'],
  },
})

const authentication = (
  id: string,
  { client, data, signature, userHandle }: { client: Buffer; data: Buffer; signature: Buffer; userHandle: string },
) => ({
  ...credential(id),
  response: {
    clientDataJSON: base64(client),
    authenticatorData: base64(data),
    signature: base64(signature),
    userHandle,
  },
})

// The part of CBOR (RFC 8949) that an authenticator needs.
function start(type: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(type << 5) | length])
  if (length < 256) return Buffer.from([(type << 5) | 24, length])
  return Buffer.from([(type << 5) | 25, length >> 8, length & 0xff])
}
const integer = (value: number) => (value < 0 ? start(1, -1 - value) : start(0, value))
const bytes = (value: Buffer) => Buffer.concat([start(2, value.length), value])
const text = (value: string) => Buffer.concat([start(3, value.length), Buffer.from(value)])
const map = (entries: [string | number, Buffer][]) =>
  Buffer.concat([
    start(5, entries.length),
    ...entries.flatMap(([key, value]) => [typeof key === 'string' ? text(key) : integer(key), value]),
  ])

function lengthOf(value: Buffer): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(value.length)
  return length
}
