import { Button } from './button'
import { Drawing, type DrawingName } from './drawing'
import { type MenuItem, MenuItems } from './menu-items'
import { Popover } from './popover'

interface MenuProps {
  /** Names the button and the menu. */
  label: string
  drawing: DrawingName
  items: readonly MenuItem[]
}

/** A button that opens a menu of things to do. Arrows move, Enter takes, Escape closes. */
export const Menu = ({ label, drawing, items }: MenuProps) => (
  <Popover
    holds="menu"
    label={label}
    button={(props) => (
      <Button {...props} size="small" kind="quiet" title={label} aria-label={label} aria-haspopup="menu">
        <Drawing name={drawing} />
      </Button>
    )}
  >
    {(close) => <MenuItems label={label} items={items} onTaken={close} />}
  </Popover>
)
