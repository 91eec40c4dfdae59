/** The part of Capacitor's push plugin that registering needs; a test gives its own. */
export interface PushPlugin {
  checkPermissions(): Promise<{ receive: PermissionState | 'prompt-with-rationale' }>
  requestPermissions(): Promise<{ receive: PermissionState | 'prompt-with-rationale' }>
  addListener(event: 'registration', heard: (token: { value: string }) => void): Promise<PushListener>
  addListener(event: 'registrationError', heard: (error: { error: string }) => void): Promise<PushListener>
  register(): Promise<void>
}

interface PushListener {
  remove(): Promise<void>
}

/** How asking for a device's push token ended. */
export type PushRegistration =
  | { result: 'registered'; token: string }
  | { result: 'refused' }
  | { result: 'failed'; reason: string }

/** A phone without a network never answers a registration, in ms. */
const patienceMs = 30_000

/**
 * Asks the person for permission, unless they decided before, and the phone for its push token. Settles with how it
 * ended, never fails, and leaves no listener behind.
 */
export async function registerForPush(plugin: PushPlugin, waitMs = patienceMs): Promise<PushRegistration> {
  try {
    if (!(await isAllowed(plugin))) return { result: 'refused' }
    return await askForToken(plugin, waitMs)
  } catch (error) {
    return { result: 'failed', reason: error instanceof Error ? error.message : String(error) }
  }
}

async function isAllowed(plugin: PushPlugin): Promise<boolean> {
  const { receive } = await plugin.checkPermissions()
  const isUndecided = receive === 'prompt' || receive === 'prompt-with-rationale'
  return (isUndecided ? await plugin.requestPermissions() : { receive }).receive === 'granted'
}

async function askForToken(plugin: PushPlugin, waitMs: number): Promise<PushRegistration> {
  let answer: (registration: PushRegistration) => void = () => {}
  const answered = new Promise<PushRegistration>((resolve) => {
    answer = resolve
  })
  const listeners = await Promise.all([
    plugin.addListener('registration', ({ value }) => answer({ result: 'registered', token: value })),
    plugin.addListener('registrationError', ({ error }) => answer({ result: 'failed', reason: error })),
  ])
  const timer = setTimeout(answer, waitMs, { result: 'failed', reason: 'The phone did not answer' })
  try {
    await plugin.register()
    return await answered
  } finally {
    clearTimeout(timer)
    await Promise.all(listeners.map((listener) => listener.remove()))
  }
}

/** Capacitor's plugin, loaded only inside the wrapper: no browser ever asks for its code. */
export async function pushPlugin(): Promise<PushPlugin> {
  const { PushNotifications } = await import('@capacitor/push-notifications')
  return PushNotifications
}
