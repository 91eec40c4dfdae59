import { useLingui } from '@lingui/react/macro'
import type { Region } from '@lintel/contract/settings/regions'
import { Drawn } from '../../ui/drawn'
import { chevronDown } from '../../ui/icons/chevron-down'
import styles from './region-selector.module.css'
import { regionOf } from './regions'

interface RegionSelectorProps {
  regions: readonly Region[]
  onChoose(region: Region): void
}

/** Where the person's account lives. Choosing another region goes to the same page there. */
export function RegionSelector({ regions, onChoose }: RegionSelectorProps) {
  const { t } = useLingui()
  if (regions.length < 2) return null
  const current = regionOf(location.hostname, regions)
  return (
    <span className={styles.selector}>
      <select
        aria-label={t`Region`}
        value={current?.subdomain}
        onChange={({ target }) => {
          const chosen = regions.find(({ subdomain }) => subdomain === target.value)
          if (chosen) onChoose(chosen)
        }}
      >
        {regions.map(({ subdomain, title }) => (
          <option key={subdomain} value={subdomain}>
            {title}
          </option>
        ))}
      </select>
      <Drawn drawing={chevronDown} />
    </span>
  )
}
