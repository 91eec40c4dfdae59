import { useLingui } from '@lingui/react/macro'
import type { Region } from '@lintel/contract/settings/regions'
import { chevronDown } from '../../ui/icons/chevron-down'
import { SvgIcon } from '../../ui/svg-icon'
import styles from './region-selector.module.css'
import { regionOf } from './regions'

interface RegionSelectorProps {
  regions: readonly Region[]
  onChoose(region: Region): void
}

/** The region of the user's account. Choosing another one opens the same page there. */
export function RegionSelector({ regions, onChoose }: RegionSelectorProps) {
  const { t } = useLingui()
  if (regions.length === 0) return null
  const current = regionOf(location.hostname, regions)
  if (current && regions.length === 1) return null
  return (
    <span className={styles.selector}>
      <select
        aria-label={t`Region`}
        value={current?.subdomain ?? ''}
        onChange={({ target }) => {
          const chosen = regions.find(({ subdomain }) => subdomain === target.value)
          if (chosen) onChoose(chosen)
        }}
      >
        {!current && <option value="">{t`Region`}</option>}
        {regions.map(({ subdomain, title }) => (
          <option key={subdomain} value={subdomain}>
            {title}
          </option>
        ))}
      </select>
      <SvgIcon icon={chevronDown} />
    </span>
  )
}
