/**
 * Loads the WebAuthn library with the first passkey: its authenticator certificates would take a quarter of the memory and the
 * time of the server start.
 */
export const webauthn = () => import('@simplewebauthn/server')
