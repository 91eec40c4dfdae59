import { Drawn } from './drawn'
import { brandGoogle } from './icons/brand-google'
import { brandWindows } from './icons/brand-windows'
import { building } from './icons/building'
import { id } from './icons/id'
import { key } from './icons/key'
import { shield } from './icons/shield'
import { users } from './icons/users'
import { world } from './icons/world'

/** The drawings that a provider's `icon` may name; a fixed set, so that no address of a picture is ever followed (security H7). */
const drawings = {
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
export const providerIcons = Object.keys(drawings) as (keyof typeof drawings)[]

const isDrawn = (icon: string | null): icon is keyof typeof drawings => icon !== null && Object.hasOwn(drawings, icon)

/** A provider's icon by its id; the first letter of its name where it has none of the set. */
export function ProviderIcon({ icon, name }: { icon: string | null; name: string }) {
  if (!isDrawn(icon)) return <span aria-hidden>{[...name.trim()][0]?.toLocaleUpperCase()}</span>
  return <Drawn drawing={drawings[icon]} />
}
