import { readChoiceCookie, writeChoiceCookie } from '../choice-cookie'
import { observable } from '../observable'

/** Light, dark, or the device's scheme. */
export type ColorScheme = 'light' | 'dark' | 'system'

const cookie = 'lintel-theme'
/** Cookie that marks a choice made before anybody signed in. */
export const deviceChoiceCookie = 'lintel-theme-here'

let channel: BroadcastChannel | undefined

/** Channel to the other tabs of this browser. */
function otherTabs(): BroadcastChannel {
  channel ??= new BroadcastChannel(cookie)
  return channel
}

const changes = observable(0)
let isFollowing = false
const darkDevice = () => window.matchMedia('(prefers-color-scheme: dark)')

/** The chosen scheme; `system` by default. */
export function chosenColorScheme(): ColorScheme {
  const stored = readChoiceCookie(cookie)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

/** Sets the choice on the document, where the tokens use it; the server renders the document the same way. */
export function applyColorScheme(): void {
  const chosen = chosenColorScheme()
  if (chosen === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = chosen
}

/** Stores a choice and applies it at once, in this tab and the others. */
export function chooseColorScheme(scheme: ColorScheme): void {
  writeChoiceCookie(cookie, scheme === 'system' ? undefined : scheme)
  writeChoiceCookie(deviceChoiceCookie, undefined)
  announce()
  otherTabs().postMessage(null)
}

/** Applies the account's scheme; an account that follows the device keeps the choice made in this browser. */
export function followColorScheme(account: ColorScheme): void {
  if (account === 'system' && readChoiceCookie(deviceChoiceCookie) !== undefined) return
  if (account !== chosenColorScheme()) chooseColorScheme(account)
}

/** For `useSyncExternalStore`: calls back when the choice or the device's scheme changes. */
export function watchColorScheme(listener: () => void): () => void {
  if (!isFollowing) {
    isFollowing = true
    otherTabs().addEventListener('message', announce)
    darkDevice().addEventListener('change', announce)
  }
  return changes.watch(listener)
}

function announce() {
  applyColorScheme()
  changes.set(changes.value() + 1)
}
