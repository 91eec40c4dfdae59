import { keepChoice, keptChoice } from '../kept-choice'
import { observed } from '../observed'

/** Light, dark, or whatever the device says. */
export type ColorScheme = 'light' | 'dark' | 'system'

const choice = 'lintel-theme'
/** Kept beside a choice that was made before anybody signed in. */
export const ofBrowser = 'lintel-theme-here'

let channel: BroadcastChannel | undefined

/** The other tabs of this browser. */
function otherTabs(): BroadcastChannel {
  channel ??= new BroadcastChannel(choice)
  return channel
}

const changes = observed(0)
let isFollowing = false
const darkDevice = () => window.matchMedia('(prefers-color-scheme: dark)')

/** The person's choice; `system` when none was made. */
export function chosenColorScheme(): ColorScheme {
  const kept = keptChoice(choice)
  return kept === 'light' || kept === 'dark' ? kept : 'system'
}

/** Puts the choice on the document, where the tokens look for it; the server has drawn the document by the same. */
export function applyColorScheme(): void {
  const chosen = chosenColorScheme()
  if (chosen === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = chosen
}

/** Keeps a choice and draws it at once, in this tab and in the others. */
export function chooseColorScheme(wanted: ColorScheme): void {
  keepChoice(choice, wanted === 'system' ? undefined : wanted)
  keepChoice(ofBrowser, undefined)
  announce()
  otherTabs().postMessage(null)
}

/** Draws as the account says; one that leaves it to the device leaves it to what was chosen in this browser. */
export function followColorScheme(account: ColorScheme): void {
  if (account === 'system' && keptChoice(ofBrowser) !== undefined) return
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
