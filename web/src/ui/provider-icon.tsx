import IconBrandGoogle from '@tabler/icons-react/dist/esm/icons/IconBrandGoogle.mjs'
import IconBrandWindows from '@tabler/icons-react/dist/esm/icons/IconBrandWindows.mjs'
import IconBuilding from '@tabler/icons-react/dist/esm/icons/IconBuilding.mjs'
import IconId from '@tabler/icons-react/dist/esm/icons/IconId.mjs'
import IconKey from '@tabler/icons-react/dist/esm/icons/IconKey.mjs'
import IconShield from '@tabler/icons-react/dist/esm/icons/IconShield.mjs'
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs'
import IconWorld from '@tabler/icons-react/dist/esm/icons/IconWorld.mjs'
import { Drawn } from './drawn'

/** The drawings that a provider's `icon` may name; a fixed set, so that no address of a picture is ever followed (security H7). */
const drawings = {
  badge: IconId,
  building: IconBuilding,
  globe: IconWorld,
  google: IconBrandGoogle,
  key: IconKey,
  microsoft: IconBrandWindows,
  people: IconUsers,
  shield: IconShield,
} as const

const isDrawn = (icon: string | null): icon is keyof typeof drawings => icon !== null && Object.hasOwn(drawings, icon)

/** A provider's icon by its id; the first letter of its name where it has none of the set. */
export function ProviderIcon({ icon, name }: { icon: string | null; name: string }) {
  if (!isDrawn(icon)) return <span aria-hidden>{[...name.trim()][0]?.toLocaleUpperCase()}</span>
  return <Drawn drawing={drawings[icon]} />
}
