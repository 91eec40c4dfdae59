import { alertTriangle } from './icons/alert-triangle'
import { check } from './icons/check'
import { chevronDown } from './icons/chevron-down'
import { copy } from './icons/copy'
import { deviceDesktop } from './icons/device-desktop'
import { deviceMobile } from './icons/device-mobile'
import { download } from './icons/download'
import { helpCircle } from './icons/help-circle'
import { layoutGrid } from './icons/layout-grid'
import { lifebuoy } from './icons/lifebuoy'
import { logout } from './icons/logout'
import { plus } from './icons/plus'
import { printer } from './icons/printer'
import { search } from './icons/search'
import { star } from './icons/star'
import { starFilled } from './icons/star-filled'
import { userEdit } from './icons/user-edit'
import { x } from './icons/x'
import { SvgIcon } from './svg-icon'

/** The icons in use, all of Tabler's set, under our own names. */
const icons = {
  alert: alertTriangle,
  check,
  chevronDown,
  close: x,
  copy,
  desktop: deviceDesktop,
  download,
  logout,
  phone: deviceMobile,
  plus,
  printer,
  profile: userEdit,
  question: helpCircle,
  search,
  star,
  starred: starFilled,
  support: lifebuoy,
  tools: layoutGrid,
}

/** Name of an icon. */
export type IconName = keyof typeof icons

/** An icon in the text's colour, `size` in pixels; always next to a word or inside a labelled button. */
export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return <SvgIcon icon={icons[name]} size={size} />
}
