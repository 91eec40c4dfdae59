/** Does this browser make and use passkeys at this address? None does for an address that is a number. */
export const usesPasskeys = (): boolean =>
  'PublicKeyCredential' in globalThis && isSecureContext && !/^[\d.]+$|^\[/.test(location.hostname)
