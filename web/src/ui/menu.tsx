import { Button } from './button'
import { ConsoleIcon, type ConsoleIconName } from './console-icon'
import { type MenuItem, MenuItems } from './menu-items'
import { Popover } from './popover'

interface MenuProps {
  /** Names the button and the menu. */
  label: string
  icon: ConsoleIconName
  items: readonly MenuItem[]
}

/** A button that opens a menu of actions. Arrows move, Enter chooses, Escape closes. */
export const Menu = ({ label, icon, items }: MenuProps) => (
  <Popover
    content="menu"
    label={label}
    button={(props) => (
      <Button {...props} size="small" kind="quiet" title={label} aria-label={label} aria-haspopup="menu">
        <ConsoleIcon name={icon} />
      </Button>
    )}
  >
    {(close) => <MenuItems label={label} items={items} onChosen={close} />}
  </Popover>
)
