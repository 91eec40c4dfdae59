import { brandGoogle } from './icons/brand-google'
import { brandWindows } from './icons/brand-windows'
import { building } from './icons/building'
import { id } from './icons/id'
import { key } from './icons/key'
import { shield } from './icons/shield'
import { users } from './icons/users'
import { world } from './icons/world'
import { SvgIcon } from './svg-icon'

/** The icons that a provider's `icon` may name; a fixed set, so that no image address is ever loaded (security H7). */
const icons = {
  badge: id,
  building,
  globe: world,
  google: brandGoogle,
  key,
  microsoft: brandWindows,
  people: users,
  shield,
} as const

/** The icons that a provider can have. */
export const providerIcons = Object.keys(icons) as (keyof typeof icons)[]

const isKnownIcon = (icon: string | null): icon is keyof typeof icons => icon !== null && Object.hasOwn(icons, icon)

/** A provider's icon by its name in the set; otherwise the first letter of the provider's name. */
export function ProviderIcon({ icon, name }: { icon: string | null; name: string }) {
  if (!isKnownIcon(icon)) return <span aria-hidden>{[...name.trim()][0]?.toLocaleUpperCase()}</span>
  return <SvgIcon icon={icons[icon]} />
}
