import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs'
import IconDeviceDesktop from '@tabler/icons-react/dist/esm/icons/IconDeviceDesktop.mjs'
import IconDeviceMobile from '@tabler/icons-react/dist/esm/icons/IconDeviceMobile.mjs'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import IconHelpCircle from '@tabler/icons-react/dist/esm/icons/IconHelpCircle.mjs'
import IconLayoutGrid from '@tabler/icons-react/dist/esm/icons/IconLayoutGrid.mjs'
import IconLifebuoy from '@tabler/icons-react/dist/esm/icons/IconLifebuoy.mjs'
import IconLogout from '@tabler/icons-react/dist/esm/icons/IconLogout.mjs'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import IconPrinter from '@tabler/icons-react/dist/esm/icons/IconPrinter.mjs'
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import IconStar from '@tabler/icons-react/dist/esm/icons/IconStar.mjs'
import IconStarFilled from '@tabler/icons-react/dist/esm/icons/IconStarFilled.mjs'
import IconUserEdit from '@tabler/icons-react/dist/esm/icons/IconUserEdit.mjs'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { Drawn } from './drawn'

/** The drawings in use, all of Tabler's set, under our own names. */
const icons = {
  alert: IconAlertTriangle,
  check: IconCheck,
  chevronDown: IconChevronDown,
  close: IconX,
  copy: IconCopy,
  desktop: IconDeviceDesktop,
  download: IconDownload,
  logout: IconLogout,
  phone: IconDeviceMobile,
  plus: IconPlus,
  printer: IconPrinter,
  profile: IconUserEdit,
  question: IconHelpCircle,
  search: IconSearch,
  star: IconStar,
  starred: IconStarFilled,
  support: IconLifebuoy,
  tools: IconLayoutGrid,
}

/** The name of a drawing. */
export type IconName = keyof typeof icons

/** A line drawing in the text's colour, `size` in pixels; always beside a word or inside a named button. */
export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return <Drawn drawing={icons[name]} size={size} />
}
