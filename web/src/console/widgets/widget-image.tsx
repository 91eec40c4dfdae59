import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { LoadError } from '../../api/load-error'
import { SkeletonRows } from '../../ui/skeleton-rows'
import { imageAddress } from './image-calls'
import styles from './widget-image.module.css'

/** An uploaded image, uncropped, as large as fits. */
export function WidgetImage({ id }: { id: string }) {
  const { t } = useLingui()
  const { data, error } = useQuery(imageAddress(id))
  if (data === undefined) return error ? <LoadError error={error} what={t`Image`} /> : <SkeletonRows rows={2} />
  return <img className={styles.image} src={data} alt={t`Shown on the card of the project`} />
}
